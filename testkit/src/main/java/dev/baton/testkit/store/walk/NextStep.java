package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Ending;
import dev.baton.store.JobFilter;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses the next step of a walk, by chance and by how the model stands: mostly what can be done, often what cannot, and at
 * times that are a microsecond before, at or after the one that counts.
 */
final class NextStep {

    private static final int TRIES = 20;
    private static final int TRY_IT_ANYWAY = 8;
    private static final Duration MICRO = Duration.ofNanos(1_000);

    private final Dice dice;
    private final List<Kind> kinds;
    private final Wishes wishes;
    private int lastNode;

    NextStep(long seed) {
        this.dice = new Dice(seed);
        this.kinds = Kind.someOf(dice);
        this.wishes = new Wishes(dice, dice.onceIn(2));
    }

    Step next(Dump model, Instant now) {
        var scene = new Scene(dice, model, now);
        boolean nobodyLives = model.rest().live().isEmpty();
        if (nobodyLives && (lastNode == 0 || dice.onceIn(2))) {
            return join();
        }
        return step(kind(scene), scene);
    }

    /** Mostly one that can do something; what cannot is tried less often. */
    private Kind kind(Scene scene) {
        Kind kind = dice.any(kinds);
        for (int i = 0; i < TRIES && !scene.hasUseFor(kind) && !dice.onceIn(TRY_IT_ANYWAY); i++) {
            kind = dice.any(kinds);
        }
        return kind;
    }

    private Step step(Kind kind, Scene scene) {
        return switch (kind) {
            case INSERT -> new Step.Insert(wishes.jobs(scene));
            case CLAIM -> new Step.Claim(wishes.claim(aNode(), scene));
            case JOIN -> join();
            case ADVANCE -> new Step.Advance(pause(scene));
            case FINISH_DONE, FINISH_RETRY, FINISH_SNOOZE, FINISH_DEAD, FINISH_HELD, FINISH_UNKNOWN, FINISH_CANCELLED ->
                new Step.Finish(List.of(end(scene, wishes.ending(kind))));
            case GIVE_BACK -> new Step.Finish(List.of(end(scene, wishes.ending(kind))));
            case STALE_FINISH -> new Step.Finish(List.of(stale(scene)));
            case FINISH_MANY -> finishMany(scene);
            case KEEP -> new Step.Keep(List.of(kept(scene), kept(scene)));
            case MARK -> new Step.Mark(List.of(marked(scene)));
            case INSERT_IN_TRANSACTION, FINISH_IN_TRANSACTION -> inTransaction(kind, scene);
            default -> otherStep(kind, scene);
        };
    }

    private Step otherStep(Kind kind, Scene scene) {
        return switch (kind) {
            case LEAVE -> new Step.Leave(aNode());
            case DECLARE_DEAD -> new Step.DeclareDead(new NodeBeat(aNode(), dice.onceIn(4) ? 1 : 0));
            case BEAT -> new Step.Beat(aNode());
            case RECOVER -> new Step.Recover(dice.onceIn(5) ? Optional.of(scene.job()) : Optional.empty(), limit());
            case TAKE_CURSOR -> new Step.TakeCursor(dice.any(Domain.CURSORS), aNode());
            case MOVE_CURSOR -> move(scene);
            case LEAVE_CURSOR -> new Step.LeaveCursor(dice.any(Domain.CURSORS), dice.onceIn(4) ? 1 : 0);
            case CANCEL -> command(scene, Act.CANCEL);
            case KILL -> command(scene, Act.KILL);
            case RETRY -> command(scene, Act.RETRY);
            case RELEASE_HELD -> command(scene, Act.RELEASE);
            case CONFIRM -> command(scene, Act.CONFIRM);
            case SKIP -> command(scene, Act.SKIP);
            case DISCARD -> command(scene, Act.DISCARD);
            case REDACT -> command(scene, Act.REDACT);
            case REPLACE -> new Step.Command(List.of(wishes.replace(scene)));
            case SWITCH -> new Step.Command(List.of(wishes.turn()));
            case COMMAND_MANY -> new Step.Command(wishes.commands(scene));
            case REHEARSE -> new Step.Rehearse(wishes.commands(scene));
            case PRUNE -> new Step.Prune(age(scene), limit());
            case REOPEN -> new Step.Reopen();
            case LOOK -> look(scene);
            case COUNT -> new Step.Count(dice.from(1, 4));
            default -> throw new IllegalStateException("no step for " + kind);
        };
    }

    // Nodes.

    private Step join() {
        NodeId node = lastNode > 0 && dice.onceIn(6) ? aNode() : Domain.node(++lastNode);
        return new Step.Join(node, dice.onceIn(4) ? Set.of(Domain.ROUTES.get(0)) : Set.copyOf(Domain.ROUTES));
    }

    /** Mostly the last that joined. */
    private NodeId aNode() {
        return Domain.node(dice.onceIn(6) ? dice.from(1, lastNode + 1) : Math.max(1, lastNode));
    }

    private int limit() {
        return dice.onceIn(2) ? dice.from(1, 2) : 100;
    }

    /** Mostly by who reads, from where the cursor is. */
    private Step move(Scene scene) {
        String name = dice.any(Domain.CURSORS);
        Optional<String> from = dice.onceIn(8) ? position() : scene.position(name);
        return new Step.MoveCursor(
                name, dice.onceIn(6) ? 1 : 0, from, position(), dice.onceIn(3) ? List.of() : wishes.jobs(scene));
    }

    private Optional<String> position() {
        return dice.onceIn(4) ? Optional.empty() : Optional.of(String.valueOf(dice.below(3)));
    }

    // Attempts.

    private Step.End end(Scene scene, Ending ending) {
        return new Step.End(scene.job(JobState.RUNNING), dice.onceIn(20) ? 1 : 0, ending);
    }

    private Step.End stale(Scene scene) {
        return new Step.End(scene.job(), dice.below(3), wishes.anyEnding());
    }

    private Step finishMany(Scene scene) {
        var ends = new ArrayList<Step.End>();
        for (int i = 0; i <= dice.below(4); i++) {
            ends.add(end(scene, dice.onceIn(2) ? wishes.ending(Kind.FINISH_DONE) : wishes.anyEnding()));
        }
        return new Step.Finish(ends);
    }

    private Step.Kept kept(Scene scene) {
        return new Step.Kept(scene.job(JobState.RUNNING), dice.onceIn(5) ? 1 : 0, "{\"at\":" + dice.below(9) + "}");
    }

    private Step.Marked marked(Scene scene) {
        var mark = new Progress.Mark(dice.below(10), 10, "on");
        return new Step.Marked(scene.job(JobState.RUNNING), dice.onceIn(5) ? 1 : 0, mark);
    }

    /** What one of them is refused does not harm the others. */
    private Step inTransaction(Kind kind, Scene scene) {
        var parts = new ArrayList<Step>();
        if (dice.onceIn(3)) {
            parts.add(new Step.Keep(List.of(kept(scene))));
        }
        if (kind == Kind.FINISH_IN_TRANSACTION) {
            parts.add(new Step.Finish(List.of(end(scene, wishes.ending(Kind.FINISH_DONE)))));
        }
        if (kind == Kind.INSERT_IN_TRANSACTION || dice.onceIn(2)) {
            parts.add(new Step.Insert(wishes.jobs(scene)));
        }
        return new Step.InTransaction(parts, !dice.onceIn(3));
    }

    // Operators.

    private Step command(Scene scene, Act act) {
        return new Step.Command(List.of(wishes.onJob(scene, act)));
    }

    private Step look(Scene scene) {
        var filter = new JobFilter(
                dice.maybe(dice.any(Domain.ROUTES).queue()),
                dice.maybe(dice.any(Domain.ROUTES).type()),
                dice.maybe(dice.any(List.of(JobState.values()))),
                dice.maybe(dice.any(Domain.LANES)),
                dice.maybe(dice.any(List.of("LOST", "BUSY", "RETRY", "REPLACE", ""))));
        Optional<JobId> after = dice.onceIn(3) ? Optional.of(scene.job()) : Optional.empty();
        return new Step.Look(filter, after, dice.from(1, 4));
    }

    // Times.

    /** Often up to just before, at or after a moment at which a job is due. */
    private Duration pause(Scene scene) {
        List<Instant> due = scene.dueLater();
        if (due.isEmpty() || dice.onceIn(4)) {
            return dice.onceIn(3) ? MICRO : Duration.ofSeconds(dice.from(1, 10));
        }
        Duration until = Duration.between(scene.now(), dice.any(due)).plus(offset());
        return until.isNegative() || until.isZero() ? MICRO : until;
    }

    /** Often just before, at or after the moment at which a job ended. */
    private Duration age(Scene scene) {
        List<Instant> ended = scene.ended();
        return ended.isEmpty() || dice.onceIn(4)
                ? Duration.ofSeconds(dice.from(-1, 5))
                : Duration.between(dice.any(ended), scene.now()).plus(offset());
    }

    private Duration offset() {
        return MICRO.multipliedBy(dice.from(-1, 1));
    }
}
