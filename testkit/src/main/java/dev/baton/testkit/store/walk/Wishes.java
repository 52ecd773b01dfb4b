package dev.baton.testkit.store.walk;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.ParkedHead;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What is asked for on a walk, by chance: jobs, claims, ends and commands. On a calm walk lanes get far enough for runs. */
final class Wishes {

    private static final int REPLACEMENTS = 1_000;

    private final Dice dice;
    private final boolean calm;
    private int lastJob;
    private int lastReplacement = REPLACEMENTS;
    private long turn;

    Wishes(Dice dice, boolean calm) {
        this.dice = dice;
        this.calm = calm;
    }

    // Jobs.

    List<NewJob> jobs(Scene scene) {
        var batch = new ArrayList<NewJob>();
        for (int i = 0; i <= dice.below(3); i++) {
            batch.add(job(scene));
        }
        return batch;
    }

    private NewJob job(Scene scene) {
        Optional<String> lane = dice.onceIn(2) ? Optional.empty() : Optional.of(dice.any(Domain.LANES));
        // Mostly of one route for each lane, so that runs come together.
        Route route = lane.isPresent() && !dice.onceIn(5)
                ? Domain.ROUTES.get(Domain.LANES.indexOf(lane.get()))
                : dice.any(Domain.ROUTES);
        return new NewJob(
                id(scene),
                dice.onceIn(4) ? route.withKey(dice.any(Domain.LIMIT_KEYS)) : route,
                Domain.payload(dice.below(2)),
                new Urgency(dice.onceIn(3) ? dice.from(-1, 1) : 0, WalkClock.in(delay(4))),
                new NewJob.Ties(lane, lane.isPresent() && dice.onceIn(4), key()),
                NewJob.Care.NONE);
    }

    /** A new one, one that sorts after what is still to come, or one that was there before. */
    private JobId id(Scene scene) {
        if (dice.onceIn(20)) {
            return scene.job();
        }
        return Domain.job(dice.onceIn(8) ? lastJob + dice.from(2, 4) : ++lastJob);
    }

    private Optional<KeyRequest> key() {
        if (dice.onceIn(2)) {
            return Optional.empty();
        }
        boolean active = !dice.onceIn(4);
        return Optional.of(new KeyRequest(
                active ? KeyScope.ACTIVE : KeyScope.FOREVER,
                dice.any(active ? Domain.ACTIVE_KEYS : Domain.FOREVER_KEYS),
                !dice.onceIn(4)));
    }

    /** Mostly none. */
    private Duration delay(int mostly) {
        return dice.below(mostly) > 0 ? Duration.ZERO : Duration.ofSeconds(dice.from(-1, 6));
    }

    // Claims.

    ClaimRequest claim(NodeId node, Scene scene) {
        Map<Route, Terms> asked = new LinkedHashMap<>();
        Domain.ROUTES.stream().filter(route -> !dice.onceIn(6)).forEach(route -> asked.put(route, terms()));
        List<ClaimRequest.Cap> caps = dice.onceIn(2) ? List.of() : caps(asked.keySet());
        int total = dice.onceIn(10) ? 0 : dice.from(1, 4);
        var share = new ClaimRequest.Share(turn++, dice.from(1, 4));
        var request = new ClaimRequest(node, asked, caps, total, !dice.onceIn(4), share);
        return dice.onceIn(6) ? request.only(named(scene)) : request;
    }

    /** Of this node, or of all. */
    private List<ClaimRequest.Cap> caps(Set<Route> asked) {
        if (dice.onceIn(3)) {
            return Domain.LIMITS.stream()
                    .filter(limit -> dice.onceIn(2))
                    .map(limit -> new ClaimRequest.Cap(
                            asked.stream().filter(limit::concerns).collect(Collectors.toSet()),
                            dice.from(1, 4),
                            Optional.of(limit)))
                    .toList();
        }
        return List.of(
                new ClaimRequest.Cap(Set.of(Domain.ROUTES.get(0), Domain.ROUTES.get(2)), dice.below(3)),
                new ClaimRequest.Cap(Set.of(Domain.ROUTES.get(1)), dice.below(3)));
    }

    /** Few jobs, whatever stands in their way. */
    private Set<JobId> named(Scene scene) {
        Set<JobId> named = new LinkedHashSet<>();
        for (int i = dice.below(4); i > 0; i--) {
            named.add(scene.job(Set.of(JobState.READY, JobState.RETRYING)));
        }
        return named;
    }

    private Terms terms() {
        if (calm && !dice.onceIn(5)) {
            return Terms.of(4, 3).replayed().parkedHead(dice.any(List.of(ParkedHead.values())));
        }
        return new Terms(
                dice.from(1, 3),
                dice.from(1, 3),
                dice.any(List.of(CrashPolicy.values())),
                dice.any(List.of(ParkedHead.values())),
                !dice.onceIn(4));
    }

    // Ends.

    Ending anyEnding() {
        return ending(dice.any(List.of(
                Kind.FINISH_DONE,
                Kind.FINISH_RETRY,
                Kind.FINISH_SNOOZE,
                Kind.FINISH_DEAD,
                Kind.FINISH_HELD,
                Kind.FINISH_UNKNOWN,
                Kind.FINISH_CANCELLED,
                Kind.GIVE_BACK)));
    }

    Ending ending(Kind kind) {
        return switch (kind) {
            case FINISH_DONE -> new Ending.Done(dice.maybe("{}"));
            case FINISH_RETRY -> new Ending.Retry(soon(), "BUSY", "again");
            case FINISH_SNOOZE -> new Ending.Snooze(soon());
            case FINISH_DEAD -> new Ending.Dead("NEVER", "it never works");
            case FINISH_HELD -> new Ending.Held("TIMEOUT", "who knows");
            case FINISH_UNKNOWN -> new Ending.Unknown(soon(), "ASK", "who knows", dice.onceIn(2));
            case FINISH_CANCELLED -> new Ending.Cancelled();
            default -> dice.onceIn(2) ? new Ending.Released() : new Ending.Unstarted(before());
        };
    }

    private Instant soon() {
        return WalkClock.in(delay(2));
    }

    /** What was claimed was due. */
    private Instant before() {
        return WalkClock.in(Duration.ofSeconds(-dice.below(3)));
    }

    // Commands.

    List<OperatorCommand> commands(Scene scene) {
        var commands = new ArrayList<OperatorCommand>();
        for (int i = 0; i <= dice.below(3); i++) {
            commands.add(command(scene));
        }
        return commands;
    }

    private OperatorCommand command(Scene scene) {
        return switch (dice.below(7)) {
            case 0 -> turn();
            case 1 -> replace(scene);
            case 2 -> new OperatorCommand.ResetCursor(dice.any(Domain.CURSORS), dice.maybe("0"), Domain.BY);
            default -> onJob(scene, dice.any(List.of(Act.values())));
        };
    }

    OperatorCommand onJob(Scene scene, Act act) {
        return new OperatorCommand.OnJob(scene.job(statesFor(act.command())), act, Domain.BY);
    }

    OperatorCommand replace(Scene scene) {
        return new OperatorCommand.Replace(
                scene.job(statesFor(JobState.Command.REPLACE)),
                Domain.job(++lastReplacement),
                dice.from(1, 2),
                Domain.payload(2 + dice.below(2)),
                Domain.BY);
    }

    /** Half of the time those that allow it, otherwise any. */
    private Set<JobState> statesFor(JobState.Command command) {
        Predicate<JobState> fits =
                dice.onceIn(2) ? state -> true : state -> !state.after(command).isEmpty();
        return Arrays.stream(JobState.values()).filter(fits).collect(Collectors.toSet());
    }

    OperatorCommand turn() {
        Switch which = dice.any(Domain.SWITCHES);
        return dice.onceIn(3)
                ? new OperatorCommand.TurnOff(which, Domain.BY)
                : new OperatorCommand.TurnOn(which, Domain.BY);
    }
}
