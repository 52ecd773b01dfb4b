package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.KeyScope;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether an end brings something to claim: who claims is not woken by the others, as a look costs as much as an end. */
class EndsTest {

    private static final Instant NOW = Instant.EPOCH;
    private static final int RUN = 3;

    @TempDir
    Path folder;

    private Connections connections;
    private Verbs verbs;

    @BeforeEach
    void open() {
        connections = Sample.connect(folder.resolve("app.db"));
        verbs = new Verbs(connections.writing());
    }

    @AfterEach
    void close() {
        connections.close();
    }

    /** Adds so many, and takes at most a run of them. */
    private List<Claim> claimed(int jobs, Optional<String> lane, Optional<KeyRequest> key) throws SQLException {
        var added = new ArrayList<NewJob>();
        for (int i = 0; i < jobs; i++) {
            NewJob job = Sample.job();
            added.add(new NewJob(job.id(), job.route(), job.payload(), job.urgency(), lane, key));
        }
        verbs.inserting.insert(added, NOW);
        var node = new NodeId(UUID.randomUUID());
        verbs.nodes.join(node, Set.of(added.get(0).route()));
        var request = new ClaimRequest(
                node,
                Map.of(added.get(0).route(), Terms.of(5, 3)),
                List.of(),
                RUN,
                true,
                new ClaimRequest.Share(0, RUN));
        return verbs.claiming.claim(request, NOW).claims();
    }

    private boolean mayClaimAfter(Claim claim, Ending ending) throws SQLException {
        return verbs.finishing
                .finish(List.of(new Finish(claim.id(), claim.fence(), ending)), NOW)
                .mayClaim();
    }

    private boolean mayClaimAfter(Claim done) throws SQLException {
        return mayClaimAfter(done, new Ending.Done(Optional.empty()));
    }

    @Test
    void one_that_is_done_and_tied_to_nobody_brings_nothing_to_claim() throws Exception {
        Claim only = claimed(1, Optional.empty(), Optional.empty()).get(0);

        assertThat(mayClaimAfter(only)).isFalse();
    }

    @Test
    void of_a_run_only_the_last_brings_the_next_of_its_lane() throws Exception {
        List<Claim> run = claimed(RUN + 1, Optional.of("lane"), Optional.empty());

        assertThat(run).hasSize(RUN);
        assertThat(mayClaimAfter(run.get(0))).isFalse();
        assertThat(mayClaimAfter(run.get(1))).isFalse();
        assertThat(mayClaimAfter(run.get(2))).isTrue();
    }

    @Test
    void the_last_of_a_lane_brings_nothing_to_claim() throws Exception {
        Claim last = claimed(1, Optional.of("lane"), Optional.empty()).get(0);

        assertThat(mayClaimAfter(last)).isFalse();
    }

    @Test
    void one_with_a_key_may_bring_who_waits_for_it() throws Exception {
        Claim keyed = claimed(1, Optional.empty(), Optional.of(new KeyRequest(KeyScope.ACTIVE, "key", false)))
                .get(0);

        assertThat(mayClaimAfter(keyed)).isTrue();
    }

    @Test
    void one_whose_key_counts_for_ever_brings_nobody_as_nobody_gets_it() throws Exception {
        Claim keyed = claimed(1, Optional.empty(), Optional.of(new KeyRequest(KeyScope.FOREVER, "key", false)))
                .get(0);

        assertThat(mayClaimAfter(keyed)).isFalse();
    }

    @Test
    void one_that_is_to_run_again_brings_itself() throws Exception {
        Claim retried = claimed(1, Optional.empty(), Optional.empty()).get(0);

        assertThat(mayClaimAfter(retried, new Ending.Retry(NOW, "CODE", ""))).isTrue();
    }
}
