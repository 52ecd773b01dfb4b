package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.JobId;
import dev.baton.store.Evidence;
import dev.baton.store.EvidenceEntry;
import dev.baton.store.EvidenceFinding;
import dev.baton.store.EvidenceFinding.Kind;
import dev.baton.store.EvidenceLog.Point;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of evidence when somebody gets at the tables of a store: the database refuses it, and if somebody has turned that off,
 * verification finds it.
 */
@Tag("R-003-14")
public abstract class TamperContract {

    private static final String ALICE = EvidenceEntry.chainOf("alice");

    private @Nullable StoreUnderTest current;

    /** An empty store that lives by this clock. */
    protected abstract JobStore open(InstantSource clock);

    /** Runs this on the tables of the store, as their owner. */
    protected abstract void run(String sql) throws Exception;

    /** The same, with what refuses it turned off. */
    protected abstract void tamper(String sql) throws Exception;

    /** Three that were done for alice, one cancelled for bob, and two that wait for dave. */
    @BeforeEach
    void arrange() {
        var clock = new ManualClock();
        JobStore store = open(clock);
        current = new StoreUnderTest(store, clock, () -> {
            throw new AssertionError("nobody asks for a transaction");
        });
        for (int i = 0; i < 3; i++) {
            add("alice");
            it().doAll();
            it().advance(Duration.ofSeconds(1));
        }
        it().command(add("bob"), Act.CANCEL).orThrow();
        add("dave");
        add("dave");
    }

    @AfterEach
    void close() {
        it().store.close();
    }

    private StoreUnderTest it() {
        return Objects.requireNonNull(current, "opened before each test");
    }

    private JobId add(String lane) {
        NewJob job = it().inLane(lane);
        return it().insert(job.with(new NewJob.Care(true, Optional.empty()))).id();
    }

    private List<EvidenceFinding> findings(Map<String, Point> known) {
        var findings = new ArrayList<EvidenceFinding>();
        Evidence.of(it().store).knownHeads(known).verify(new Evidence.Listener() {
            @Override
            public void found(EvidenceFinding finding) {
                findings.add(finding);
            }
        });
        return findings;
    }

    private Map<String, Point> heads() {
        var heads = new HashMap<String, Point>();
        Evidence.Verified verified = Evidence.of(it().store).verify(new Evidence.Listener() {
            @Override
            public void head(String chain, Point head) {
                heads.put(chain, head);
            }
        });
        assertThat(verified).isEqualTo(new Evidence.Verified(3, 5, 0));
        return heads;
    }

    static Stream<Arguments> whatSomebodyDid() {
        return Stream.of(
                Arguments.of(TamperSql.ENTRY_CHANGED, List.of(Kind.CHANGED, Kind.RECORD_CHANGED)),
                Arguments.of(TamperSql.ENTRY_REMOVED, List.of(Kind.BROKEN, Kind.NOT_WITNESSED)),
                Arguments.of(TamperSql.FIRST_REMOVED, List.of(Kind.BROKEN, Kind.NOT_WITNESSED)),
                Arguments.of(TamperSql.LAST_REMOVED, List.of(Kind.CUT, Kind.NOT_WITNESSED)),
                Arguments.of(TamperSql.ENTRY_ADDED, List.of(Kind.CHANGED, Kind.CUT, Kind.RECORD_GONE)),
                Arguments.of(TamperSql.HEAD_MOVED, List.of(Kind.CUT)),
                Arguments.of(TamperSql.HEAD_REMOVED, List.of(Kind.CUT)),
                Arguments.of(TamperSql.ANCHOR_ADDED, List.of(Kind.BROKEN)),
                Arguments.of(TamperSql.RECORD_CHANGED, List.of(Kind.RECORD_CHANGED)),
                Arguments.of(TamperSql.RECORD_OF_ANOTHER_KIND, List.of(Kind.RECORD_CHANGED)),
                Arguments.of(TamperSql.RECORD_REMOVED, List.of(Kind.RECORD_GONE)),
                Arguments.of(TamperSql.RECORD_ADDED, List.of(Kind.NOT_WITNESSED)),
                Arguments.of(TamperSql.ACTION_CHANGED, List.of(Kind.RECORD_CHANGED)),
                Arguments.of(TamperSql.ACTION_REMOVED, List.of(Kind.RECORD_GONE)),
                Arguments.of(TamperSql.PAYLOAD_EXCHANGED, List.of(Kind.RECORD_CHANGED)),
                Arguments.of(TamperSql.LANE_EXCHANGED, List.of(Kind.RECORD_CHANGED, Kind.GAP)),
                Arguments.of(TamperSql.JOB_REMOVED, List.of(Kind.RECORD_GONE, Kind.GAP)),
                Arguments.of(TamperSql.WAITING_JOB_REMOVED, List.of(Kind.GAP)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("whatSomebodyDid")
    void what_somebody_did_to_the_tables_is_found(String sql, List<Kind> found) throws Exception {
        heads();
        tamper(sql);

        assertThat(findings(Map.of())).extracting(EvidenceFinding::kind).containsExactlyElementsOf(found);
    }

    @Test
    void an_end_that_was_cut_off_with_all_it_was_about_is_found_by_who_knows_the_head() throws Exception {
        Map<String, Point> known = heads();
        tamper(TamperSql.LAST_REMOVED);
        tamper(TamperSql.HEAD_BEFORE_LAST);
        tamper(TamperSql.LAST_RECORD_REMOVED);

        assertThat(findings(Map.of())).as("from inside").isEmpty();
        assertThat(findings(known))
                .containsExactly(
                        new EvidenceFinding(Kind.CUT, ALICE, 3, "it was known to have this entry, and does not"));
    }

    static Stream<String> whatIsRefused() {
        return Stream.of(
                TamperSql.ENTRY_CHANGED,
                TamperSql.ENTRY_REMOVED,
                TamperSql.LAST_REMOVED,
                TamperSql.ENTRY_PUT_IN,
                TamperSql.HEAD_MOVED,
                TamperSql.HEAD_REMOVED,
                TamperSql.HEAD_BEFORE_LAST,
                TamperSql.ANCHOR_ADDED,
                TamperSql.RECORD_CHANGED,
                TamperSql.RECORD_REMOVED,
                TamperSql.ACTION_CHANGED,
                TamperSql.ACTION_REMOVED);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("whatIsRefused")
    void the_database_refuses_to_change_or_remove_what_was_witnessed(String sql) {
        assertThatThrownBy(() -> run(sql)).hasStackTraceContaining(refusal(sql));

        assertThat(findings(heads())).isEmpty();
    }

    private static String refusal(String sql) {
        if (sql.contains("baton_anchor")) {
            return "an anchor is an entry, and only moves on";
        } else if (sql.contains("baton_chain")) {
            return "chain";
        }
        return sql.contains("baton_evidence") ? "evidence" : "what was witnessed";
    }
}
