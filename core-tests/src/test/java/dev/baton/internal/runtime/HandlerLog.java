package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.Limits;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Run;
import dev.baton.job.Turn;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.memory.Rows;
import dev.baton.store.memory.Rows.Place;
import dev.baton.store.memory.Rows.Row;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What handlers say of themselves, when they begin and when they end; and whether they may. */
final class HandlerLog {

    /** Ends that leave no doubt about what the handler did. */
    private static final Set<Kind> KNOWN = EnumSet.of(Kind.FAILED, Kind.SNOOZED, Kind.DEAD, Kind.DONE, Kind.CANCELLED);

    private final World world;
    private final Rows rows;
    private final List<Acted> active = new ArrayList<>();
    private final Map<JobId, List<Acted>> ofJob = new HashMap<>();
    /** Below this fence nothing about a job is in doubt, as somebody said so. */
    private final Map<JobId, Long> cleared = new HashMap<>();

    /** One call of a handler. */
    private static final class Acted {
        private final Member member;
        private final JobId job;
        private final long fence;
        private final Optional<Turn> turn;
        private final String type;
        private final String queue;
        private boolean left;
        private boolean ended;
        private boolean goesOn;
        private boolean sure;

        Acted(Member member, Run run, String type, String queue) {
            this.member = member;
            this.job = run.id();
            this.fence = run.fence();
            this.turn = run.turn();
            this.type = type;
            this.queue = queue;
        }

        @Override
        public String toString() {
            return type + " "
                    + turn.map(place -> place.lane() + "#" + place.sequence() + " ")
                            .orElse("") + job + " under " + fence + " on " + member.name();
        }
    }

    HandlerLog(World world, Rows rows) {
        this.world = world;
        this.rows = rows;
    }

    private void require(boolean so, Supplier<String> otherwise) {
        world.require(so, otherwise);
    }

    /** A handler begins. */
    void begins(Member member, JobType<Integer> type, Run run, Acting.Program program) {
        String queue = rows.has(run.id()) ? rows.row(run.id()).route().queue() : "";
        var acted = new Acted(member, run, type.name(), queue);
        world.note("begins", run.fence(), () -> "   begins " + acted + ": " + program);
        List<Acted> before = ofJob.computeIfAbsent(run.id(), any -> new ArrayList<>());
        require(
                before.stream().noneMatch(each -> each.fence == acted.fence),
                () -> "Runs twice under one fence: " + acted);
        boolean owner = rows.runs(acted.job, acted.fence);
        if (owner) {
            requireTurn(acted);
            if (type.onCrash() != CrashPolicy.RERUN) {
                requireNoDoubt(acted, before);
            }
        } else {
            requireLost(acted);
        }
        before.add(acted);
        active.add(acted);
        requireRoom(member, acted);
    }

    /** A handler that begins without its job has lost it on the way, and by somebody else's doing. */
    private void requireLost(Acted acted) {
        world.count("handler that began too late");
        if (rows.has(acted.job)) {
            require(
                    endOf(acted)
                            .filter(kind -> kind == Kind.ORPHANED || kind == Kind.KILLED)
                            .isPresent(),
                    () -> "Begins without its job: " + acted + ", " + rows.row(acted.job));
        }
    }

    private Optional<Kind> endOf(Acted acted) {
        return rows.row(acted.job).attempts().stream()
                .filter(each -> each.fence() == acted.fence)
                .map(AttemptView::kind)
                .findFirst();
    }

    /** Has a handler begun under this fence? */
    boolean hasBegun(JobId job, long fence) {
        return ofJob.getOrDefault(job, List.of()).stream().anyMatch(each -> each.fence == fence);
    }

    /**
     * No other handler of its lane runs whose job it still is, and those claimed before it are over; of a replayable type, have
     * returned well.
     */
    private void requireTurn(Acted acted) {
        if (acted.turn.isEmpty()) {
            return;
        }
        Turn turn = acted.turn.get();
        boolean replayable = Casting.named(acted.type).isReplayable();
        for (Acted other : active) {
            boolean sameLane = other.turn.map(Turn::lane).equals(Optional.of(turn.lane()));
            require(!sameLane || !rows.runs(other.job, other.fence), () -> acted + " begins beside " + other);
        }
        for (JobId id : rows.lane(turn.lane())) {
            Row other = rows.row(id);
            boolean before = other.turn().orElseThrow().sequence() < turn.sequence();
            if (before && other.place() == Place.RUNNING) {
                boolean over = ofJob.getOrDefault(id, List.of()).stream()
                        .anyMatch(each -> each.fence == other.fence() && each.ended && each.goesOn);
                require(
                        replayable && other.fence() == acted.fence && (over || rows.isCancelWanted(id)),
                        () -> acted + " begins before its turn, which is that of " + id);
            }
        }
    }

    /** What an earlier handler may have done is known, or somebody was asked. */
    private void requireNoDoubt(Acted acted, List<Acted> before) {
        for (Acted earlier : before) {
            boolean asked = earlier.fence < cleared.getOrDefault(acted.job, 0L);
            require(
                    asked
                            || (earlier.sure
                                    && endOf(earlier).filter(KNOWN::contains).isPresent()),
                    () -> acted + " begins, and nobody knows what came of " + earlier + ": "
                            + rows.row(acted.job).attempts());
        }
    }

    private void requireRoom(Member member, Acted acted) {
        Limits limits = member.limits();
        long inAll = active.stream()
                .filter(each -> each.member == member && !each.left)
                .count();
        require(inAll <= limits.total(), () -> inAll + " handlers run on " + member.name() + ", and " + limits);
        long ofType = active.stream()
                .filter(each -> each.member == member && each.type.equals(acted.type))
                .count();
        require(
                ofType <= limits.types().getOrDefault(acted.type, Integer.MAX_VALUE),
                () -> ofType + " of type " + acted.type + " run on " + member.name() + ", and " + limits);
        long ofQueue = active.stream()
                .filter(each -> each.member == member && each.queue.equals(acted.queue))
                .count();
        require(
                ofQueue <= limits.queues().getOrDefault(acted.queue, Integer.MAX_VALUE),
                () -> ofQueue + " of queue " + acted.queue + " run on " + member.name() + ", and " + limits);
    }

    /** A handler ends: with an outcome, or by throwing. */
    void ends(Member member, Run run, Optional<Outcome> outcome) {
        for (Acted each : List.copyOf(active)) {
            if (each.member == member && each.job.equals(run.id()) && each.fence == run.fence()) {
                active.remove(each);
                each.ended = true;
                each.sure = outcome.isPresent()
                        && !(outcome.get() instanceof Outcome.Unknown || outcome.get() instanceof Outcome.Held);
                // What is thrown may mean that somebody wanted it cancelled: then its lane goes on, too.
                each.goesOn = outcome.map(said -> said instanceof Outcome.Done || said instanceof Outcome.Cancelled)
                        .orElse(run.cancelled());
                world.note(
                        "ends",
                        run.fence(),
                        () -> "   ends " + each + ": "
                                + outcome.map(Object::toString).orElse("throws"));
            }
        }
    }

    /** A reconciler answered; whatever it knows is known from now on. */
    void answered(Member member, JobType<Integer> type, Run run, Optional<Outcome> answer) {
        world.note(
                "answers",
                run.fence(),
                () -> "   " + type.name() + " " + run.id() + " is said to be "
                        + answer.map(Object::toString).orElse("not done") + " on " + member.name());
        boolean known =
                answer.isEmpty() || answer.get() instanceof Outcome.Done || answer.get() instanceof Outcome.Failed;
        if (known && rows.runs(run.id(), run.fence())) {
            cleared(run.id(), run.fence());
        }
    }

    /** Of the attempts with smaller fences somebody knows what came of them. */
    void cleared(JobId job, long below) {
        cleared.merge(job, below, Math::max);
    }

    void died(Member member) {
        active.removeIf(each -> each.member == member);
    }

    void told(Member member, Event event) {
        if (event instanceof Event.HandlerStuck stuck) {
            active.stream()
                    .filter(each -> each.member == member && each.job.equals(stuck.jobId()) && !each.left)
                    .findFirst()
                    .ifPresent(each -> each.left = true);
        }
    }

    boolean isEmpty() {
        return active.isEmpty();
    }
}
