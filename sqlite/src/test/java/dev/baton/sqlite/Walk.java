package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.AttemptView;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.CommandResult;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Progress;
import dev.baton.store.StoreTransaction;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A walk of random commands on two stores: every answer, and everything that can be read afterwards, is the same on both.
 */
final class Walk {

    /** A store, and how an application begins a transaction on it. */
    record Twin(JobStore store, Supplier<CallerTransaction> transaction) {}

    /** What a walk came past, to see that it came past anything at all. */
    record Tracks(long pruned, long inRuns, long doubtful, long outOfTurn) {
        static final Tracks NONE = new Tracks(0, 0, 0, 0);

        Tracks plus(Tracks other) {
            return new Tracks(
                    pruned + other.pruned,
                    inRuns + other.inRuns,
                    doubtful + other.doubtful,
                    outOfTurn + other.outOfTurn);
        }
    }

    private final ManualClock clock;
    private final List<Twin> twins;
    private final Dice dice;
    private final List<JobId> jobs = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private NodeId node;
    private long turn;
    private Tracks tracks = Tracks.NONE;

    Walk(long seed, ManualClock clock, List<Twin> twins) {
        this.clock = clock;
        this.twins = twins;
        this.dice = new Dice(seed, clock);
        this.node = join();
    }

    Tracks run(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
            compare();
        }
        return tracks;
    }

    private Instant now() {
        return clock.instant();
    }

    /** Asks both; the answers are equal, and so are the refusals. */
    private <T> T both(Function<JobStore, T> verb) {
        return bothTwins(twin -> verb.apply(twin.store()));
    }

    private <T> T bothTwins(Function<Twin, T> verb) {
        List<Object> answers = new ArrayList<>();
        for (Twin twin : twins) {
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
        NodeId joined = dice.node();
        both(store -> {
            store.join(joined, Set.copyOf(Dice.ROUTES.subList(0, 3)), now());
            return joined;
        });
        return joined;
    }

    private void step() {
        switch (dice.below(18)) {
            case 0, 1, 2, 3 -> insert();
            case 4, 5, 6 -> claim();
            case 7, 8, 9 -> finish();
            case 10 -> keep();
            case 11, 12 -> command();
            case 13 -> rehearse();
            case 14 -> inTheCallersTransaction();
            case 15 -> loseNode();
            case 16 -> prune();
            default -> clock.advance(Duration.ofSeconds(dice.below(20)));
        }
    }

    private List<NewJob> newJobs() {
        List<NewJob> batch = dice.jobs(jobs);
        batch.forEach(job -> jobs.add(job.id()));
        return batch;
    }

    private void insert() {
        List<NewJob> batch = newJobs();
        both(store -> store.insert(batch, now()));
    }

    private void claim() {
        ClaimRequest request = dice.claim(node, turn++);
        Claimed claimed = both(store -> store.claim(request, now()));
        claims.addAll(claimed.claims());
        long inRuns = claimed.claims().size()
                - claimed.claims().stream()
                        .map(claim ->
                                claim.turn().map(Turn::lane).orElse(claim.id().toString()))
                        .distinct()
                        .count();
        long doubtful = claimed.claims().stream()
                .filter(claim -> !claim.known().doubts().isEmpty())
                .count();
        tracks = tracks.plus(new Tracks(0, inRuns, doubtful, 0));
    }

    /** Often one that is long over, or lost. */
    private Claim anyClaim() {
        List<Claim> recent = claims.subList(Math.max(0, claims.size() - 6), claims.size());
        return dice.below(3) == 0 ? dice.any(claims) : dice.any(recent);
    }

    private Finish anyFinish() {
        Claim claim = anyClaim();
        return new Finish(claim.id(), claim.fence(), dice.ending());
    }

    private void finish() {
        if (claims.isEmpty()) {
            return;
        }
        var batch = new ArrayList<Finish>();
        for (int i = 0; i <= dice.below(4); i++) {
            batch.add(anyFinish());
        }
        List<Finished> finished = both(store -> store.finish(batch, now()));
        long outOfTurn = finished.stream()
                .filter(each -> each.answer() == Finished.Answer.OUT_OF_TURN)
                .count();
        tracks = tracks.plus(new Tracks(0, 0, 0, outOfTurn));
    }

    private Checkpoint anyCheckpoint() {
        Claim claim = anyClaim();
        return new Checkpoint(claim.id(), claim.fence(), "{\"at\":" + dice.below(100) + "}");
    }

    private void keep() {
        if (claims.isEmpty()) {
            return;
        }
        Claim marked = anyClaim();
        var mark = new Progress.Mark(dice.below(10), 10, "on");
        both(store -> {
            store.progress(List.of(new Progress(marked.id(), marked.fence(), mark)), now());
            return mark;
        });
        List<Checkpoint> batch = List.of(anyCheckpoint(), anyCheckpoint());
        both(store -> store.checkpoint(batch, now()));
    }

    private List<CommandResult> command(List<OperatorCommand> commands) {
        List<CommandResult> results = both(store -> store.command(commands, now()));
        for (OperatorCommand command : commands) {
            if (command instanceof OperatorCommand.Replace replace) {
                jobs.add(replace.replacement());
            }
        }
        return results;
    }

    private void command() {
        command(dice.commands(jobs));
    }

    /** Nothing is changed by it; and what it said comes true. */
    private void rehearse() {
        List<OperatorCommand> commands = dice.commands(jobs);
        List<Object> before = everything();
        List<CommandResult> rehearsed = both(store -> store.rehearse(commands, now()));
        assertThat(everything()).isEqualTo(before);
        if (dice.below(2) == 0) {
            assertThat(command(commands)).isEqualTo(rehearsed);
        }
    }

    private void inTheCallersTransaction() {
        List<NewJob> batch = newJobs();
        Optional<Finish> finish = claims.isEmpty() ? Optional.empty() : Optional.of(dice.done(anyClaim()));
        Optional<Checkpoint> checkpoint = claims.isEmpty() ? Optional.empty() : Optional.of(anyCheckpoint());
        boolean commit = dice.below(3) > 0;
        List<Object> before = everything();
        bothTwins(twin -> {
            var answers = new ArrayList<Object>();
            try (CallerTransaction transaction = twin.transaction().get()) {
                StoreTransaction handle = transaction.handle();
                JobStore store = twin.store();
                checkpoint.ifPresent(kept -> answers.add(code(() -> store.checkpoint(handle, kept, now()))));
                finish.ifPresent(done -> answers.add(code(() -> store.finish(handle, done, now()))));
                answers.add(code(() -> answers.add(store.insert(handle, batch, now()))));
                if (commit) {
                    transaction.commit();
                }
            }
            return answers;
        });
        if (!commit) {
            assertThat(everything()).isEqualTo(before);
        }
    }

    private static String code(Runnable verb) {
        return Sample.codeOf(verb);
    }

    private void loseNode() {
        NodeId dead = node;
        both(store -> {
            store.leave(dead, now());
            return dead;
        });
        node = join();
        both(store -> store.recover(Optional.empty(), 1, now()));
        both(store -> store.recover(Optional.empty(), 100, now()));
    }

    private void prune() {
        Instant endedBefore = now().minusSeconds(dice.below(8) - 3);
        int limit = 1 + dice.below(4);
        int pruned = both(store -> store.prune(endedBefore, limit));
        tracks = tracks.plus(new Tracks(pruned, 0, 0, 0));
    }

    /** What would be left of it, if something were. */
    private List<Object> everything() {
        return both(store -> {
            var all = new ArrayList<Object>();
            List<JobView> views = store.list(JobFilter.ALL, Optional.empty(), 1000, now());
            all.add(views);
            all.add(store.actions(1000));
            all.add(store.switches());
            for (JobView view : views) {
                all.add(store.attempts(view.id()));
                all.add(store.payload(view.id()));
                all.add(store.checkpoint(view.id()));
            }
            return all;
        });
    }

    /** All that can be read. */
    private void compare() {
        both(store -> store.list(JobFilter.ALL, Optional.empty(), 1000, now()));
        Optional<JobId> after = jobs.isEmpty() ? Optional.empty() : Optional.of(dice.any(jobs));
        JobFilter filter = dice.filter();
        both(store -> store.list(filter, after, 3, now()));
        int cap = 1 + dice.below(4);
        both(store -> Set.copyOf(store.counts(cap, now())));
        both(JobStore::switches);
        both(store -> store.heldBy(node));
        both(store -> store.actions(100));
        JobId one = jobs.isEmpty() ? dice.id() : dice.any(jobs);
        List<AttemptView> attempts = both(store -> store.attempts(one));
        assertThat(attempts).as("the archive of " + one).doesNotContainNull();
        both(store -> store.payload(one));
        both(store -> store.checkpoint(one));
        both(store -> store.situation(one, now()));
        both(store -> store.standings(List.of(one), now()));
    }
}
