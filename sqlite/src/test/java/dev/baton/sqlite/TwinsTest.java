package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.KeyScope;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Payload;
import dev.baton.store.Progress;
import dev.baton.store.Route;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same random commands on the reference store and on SQLite: every answer, and everything that can be read afterwards, is
 * the same. One seed is one walk; small domains, so that jobs, keys and nodes keep meeting each other.
 */
class TwinsTest {

    private static final List<Route> ROUTES =
            List.of(new Route("default", "a", 1), new Route("default", "b", 1), new Route("mail", "a", 1));
    private static final OperatorCommand.By BY = new OperatorCommand.By("bob", "a walk");

    @TempDir
    Path folder;

    @Test
    void both_stores_give_the_same_answers_on_every_walk() {
        long pruned = LongStream.range(0, 40).map(this::walk).sum();

        assertThat(pruned).as("jobs that were removed on the way").isGreaterThan(30);
    }

    @Test
    @Tag("long")
    @Timeout(1200)
    void both_stores_give_the_same_answers_on_very_many_walks() {
        long pruned = LongStream.range(1_000, 4_000).map(this::walk).sum();

        assertThat(pruned).isPositive();
    }

    /** Answers how many jobs were pruned. */
    private long walk(long seed) {
        var clock = new ManualClock();
        try (var memory = new MemoryStore(clock);
                var sqlite = SqliteStore.open(folder.resolve("walk-" + seed + ".db"), clock)) {
            var walk = new Walk(seed, clock, List.of(memory, sqlite));
            walk.run();
            return walk.pruned;
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private static final class Walk {
        private final Random random;
        private final ManualClock clock;
        private final List<JobStore> twins;
        private final JobIds ids;
        private final List<JobId> jobs = new ArrayList<>();
        private final List<Claim> claims = new ArrayList<>();
        private NodeId node;
        private long pruned;

        Walk(long seed, ManualClock clock, List<JobStore> twins) {
            this.random = new Random(seed);
            this.clock = clock;
            this.twins = twins;
            this.ids = new JobIds(clock, random);
            this.node = join();
        }

        void run() {
            for (int step = 0; step < 50; step++) {
                step();
                compare();
            }
        }

        /** Asks both; the answers are equal, and so are the refusals. */
        private <T> T both(Function<JobStore, T> verb) {
            List<Object> answers = new ArrayList<>();
            for (JobStore twin : twins) {
                try {
                    answers.add(verb.apply(twin));
                } catch (BatonException e) {
                    answers.add(e.code());
                }
            }
            assertThat(answers.get(1)).isEqualTo(answers.get(0));
            @SuppressWarnings("unchecked")
            T answer = (T) answers.get(0);
            return answer;
        }

        private NodeId join() {
            var joined = new NodeId(new UUID(random.nextLong(), random.nextLong()));
            both(store -> {
                store.join(joined, clock.instant());
                return joined;
            });
            return joined;
        }

        private void step() {
            switch (random.nextInt(13)) {
                case 0, 1, 2 -> insert();
                case 3, 4, 5 -> claim();
                case 6, 7, 8 -> finish();
                case 9 -> command();
                case 10 -> loseNode();
                case 11 -> prune();
                default -> clock.advance(Duration.ofSeconds(random.nextInt(20)));
            }
        }

        private void insert() {
            var batch = new ArrayList<NewJob>();
            for (int i = 0; i <= random.nextInt(3); i++) {
                batch.add(job());
            }
            batch.forEach(job -> jobs.add(job.id()));
            both(store -> store.insert(batch, clock.instant()));
        }

        private NewJob job() {
            JobId id = !jobs.isEmpty() && random.nextInt(20) == 0 ? any(jobs) : ids.next();
            Optional<KeyRequest> key = random.nextInt(3) > 0
                    ? Optional.empty()
                    : Optional.of(new KeyRequest(
                            random.nextBoolean() ? KeyScope.ACTIVE : KeyScope.FOREVER,
                            "key-" + random.nextInt(3),
                            random.nextBoolean()));
            return new NewJob(
                    id,
                    any(ROUTES),
                    Payload.of("{\"n\":" + random.nextInt(2) + "}", "job"),
                    random.nextInt(3) - 1,
                    clock.instant().plusSeconds(random.nextInt(3) == 0 ? random.nextInt(30) : 0),
                    key);
        }

        private void claim() {
            var limits = Terms.of(1 + random.nextInt(4), 3);
            Map<Route, Terms> asked = new LinkedHashMap<>();
            ROUTES.stream().filter(route -> random.nextInt(4) > 0).forEach(route -> asked.put(route, limits));
            var caps = List.of(new ClaimRequest.Cap(Set.of(ROUTES.get(0), ROUTES.get(2)), random.nextInt(3)));
            var request = new ClaimRequest(
                    node, asked, caps, 1 + random.nextInt(4), random.nextInt(4) > 0, ClaimRequest.Share.FIRST);
            claims.addAll(both(store -> store.claim(request, clock.instant())).claims());
        }

        private void finish() {
            if (claims.isEmpty()) {
                return;
            }
            var batch = new ArrayList<Finish>();
            for (int i = 0; i <= random.nextInt(3); i++) {
                Claim claim = any(claims); // often one that is long over, or lost
                batch.add(new Finish(claim.id(), claim.fence(), ending()));
            }
            Claim marked = any(claims);
            var mark = new Progress.Mark(random.nextInt(10), 10, "on");
            both(store -> {
                store.progress(List.of(new Progress(marked.id(), marked.fence(), mark)), clock.instant());
                return mark;
            });
            both(store -> store.finish(batch, clock.instant()));
        }

        private Ending ending() {
            return switch (random.nextInt(9)) {
                case 0, 1 -> new Ending.Done(Optional.of("{}"));
                case 2, 3 -> new Ending.Retry(clock.instant().plusSeconds(random.nextInt(10)), "BUSY", "again");
                case 4 -> new Ending.Snooze(clock.instant().plusSeconds(random.nextInt(10)));
                case 5 -> new Ending.Dead("NEVER", "it never works");
                case 6 -> random.nextBoolean() ? new Ending.Held("TIMEOUT", "who knows") : new Ending.Cancelled();
                case 7 -> new Ending.Released();
                default -> new Ending.Unstarted(clock.instant());
            };
        }

        private void command() {
            OperatorCommand command = random.nextInt(4) == 0 || jobs.isEmpty()
                    ? pauseOrResume()
                    : new OperatorCommand.OnJob(any(jobs), any(List.of(OperatorCommand.Act.values())), BY);
            both(store -> store.command(List.of(command), clock.instant()));
        }

        private OperatorCommand pauseOrResume() {
            String queue = any(ROUTES).queue();
            return random.nextInt(3) == 0
                    ? new OperatorCommand.PauseQueue(queue, BY)
                    : new OperatorCommand.ResumeQueue(queue, BY);
        }

        private void loseNode() {
            NodeId dead = node;
            both(store -> {
                store.leave(dead, clock.instant());
                return dead;
            });
            node = join();
            both(store -> store.recover(Optional.empty(), 1, clock.instant()));
            both(store -> store.recover(Optional.empty(), 100, clock.instant()));
        }

        private void prune() {
            Instant endedBefore = clock.instant().minusSeconds(random.nextInt(8) - 3);
            int limit = 1 + random.nextInt(4);
            pruned += both(store -> store.prune(endedBefore, limit));
        }

        /** Everything that can be read. */
        private void compare() {
            both(store -> store.list(JobFilter.ALL, Optional.empty(), 1000, clock.instant()));
            Optional<JobId> after = jobs.isEmpty() ? Optional.empty() : Optional.of(any(jobs));
            both(store -> store.list(JobFilter.ALL.type("a"), after, 3, clock.instant()));
            int cap = 1 + random.nextInt(4);
            both(store -> Set.copyOf(store.counts(cap, clock.instant())));
            both(JobStore::pausedQueues);
            both(store -> store.heldBy(node));
            both(store -> store.actions(100));
            JobId one = jobs.isEmpty() ? ids.next() : any(jobs);
            both(store -> store.attempts(one));
            both(store -> store.payload(one));
        }

        private <T> T any(List<T> from) {
            return from.get(random.nextInt(from.size()));
        }
    }
}
