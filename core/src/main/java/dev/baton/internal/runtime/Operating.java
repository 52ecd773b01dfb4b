package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.internal.operate.Bulk;
import dev.baton.internal.operate.Explaining;
import dev.baton.internal.singleton.Singletons;
import dev.baton.internal.tell.EventLine;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.store.BulkResult;
import dev.baton.store.CommandResult;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.Limit;
import dev.baton.store.LimitBook;
import dev.baton.store.LimitView;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.Route;
import dev.baton.store.Situation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What operators can do to jobs and ask of them: each command is told, and the engine looks at once what is wanted of it. */
public final class Operating {

    private final Core core;
    private final Registry registry;
    private final Enqueuing enqueuing;
    private final @Nullable Engine engine;

    Operating(Core core, Registry registry, Enqueuing enqueuing, @Nullable Engine engine) {
        this.core = core;
        this.registry = registry;
        this.enqueuing = enqueuing;
        this.engine = engine;
    }

    /** Carries a command out, and has the engine look at once what is wanted of it. */
    public CommandResult command(OperatorCommand command) {
        CommandResult result = command(List.of(command)).get(0);
        tellActed(command, command.target(), EventLine.nameOf(result.getClass()));
        return result;
    }

    private List<CommandResult> command(List<OperatorCommand> commands, JobFilter filter) {
        List<CommandResult> results = command(commands);
        var came = new TreeMap<String, Integer>();
        results.forEach(result -> came.merge(EventLine.nameOf(result.getClass()), 1, Integer::sum));
        String counts = came.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
        tellActed(commands.get(0), filter.toString(), counts);
        return results;
    }

    private List<CommandResult> command(List<OperatorCommand> commands) {
        List<CommandResult> results = core.ask(open -> open.command(commands, core.now()));
        for (int i = 0; i < results.size(); i++) {
            boolean parked = results.get(i) instanceof CommandResult.Applied applied
                    && applied.after().equals(JobState.HELD.toString());
            if (parked && commands.get(i) instanceof OperatorCommand.OnJob killed) {
                tellHeld(killed.job());
            }
        }
        if (engine != null) {
            engine.wake();
        }
        return results;
    }

    /**
     * What must not be repeated blindly is held when it is killed, and so may its lane be. It is done by then: that it cannot be looked at for those
     * who are told of it must not sound to who asked as if nothing had been.
     */
    private void tellHeld(JobId killed) {
        try {
            core.ask(open -> open.find(killed, core.now())).ifPresent(this::tellHeld);
        } catch (BatonException unseen) {
            // What was done and by whom is told all the same, and in the record. The store's trouble is told by who
            // meets it next.
        }
    }

    private void tellHeld(JobView job) {
        Route route = job.route();
        core.tell(new Event.JobHeld(job.id(), route.type(), route.queue(), 0, Duration.ZERO, "KILL", ""));
        if (registry.blocksLanes(route) && job.standing().inLane()) {
            job.facts()
                    .turn()
                    .ifPresent(turn -> core.tell(new Event.LaneBlocked(
                            job.id(), route.type(), route.queue(), turn.lane(), turn.sequence(), JobState.HELD)));
        }
    }

    private void tellActed(OperatorCommand command, String target, String result) {
        core.tell(new Event.OperatorActed(command.act(), target, command.by().who(), result));
    }

    /** Puts another job in the place of one. What a job is never changes, so that its type can be looked at before. */
    public <P> JobId replace(JobId old, JobType<P> type, P payload, By by) {
        OperatorCommand.Replace command = enqueuing.replacement(old, type, payload, by);
        Optional<Route> was = core.ask(open -> open.find(old, core.now())).map(JobView::route);
        if (was.isPresent() && !was.get().type().equals(type.name())) {
            throw new BatonException(
                    "WRONG_TYPE",
                    "Job " + old + " is a " + was.get().type() + ", and cannot be replaced by a " + type.name()
                            + "; nothing changed. Discard it and enqueue the other.");
        }
        command(command).orThrow();
        was.ifPresent(route ->
                core.tellCreated(command.replacement(), new Route(route.queue(), type.name(), type.version())));
        return command.replacement();
    }

    /** Has whoever reads go on from there. */
    public void resetCursor(String name, Optional<String> to, By by) {
        to.ifPresent(Cursors::check);
        command(new OperatorCommand.ResetCursor(name, to, by)).orThrow();
    }

    /** Has a limit say something else; the engine looks at once what there is room for now. */
    public void changeLimit(Limit to, By by) {
        if (!core.ask(open -> open.limits().change(to, by, core.now()))) {
            throw new BatonException(
                    "NOT_FOUND", "There is no limit of " + to.named() + "; nothing changed. Code has to say it first.");
        }
        core.tell(new Event.OperatorActed(LimitBook.CHANGED, to.named(), by.who(), "applied"));
        if (engine != null) {
            engine.wake();
        }
    }

    /** Does this to all jobs that fit, from after this one on. */
    public BulkResult commandAll(Act act, JobFilter filter, Optional<JobId> after, By by) {
        return Bulk.all(act, filter, after, by, jobs(commands -> command(commands, filter)));
    }

    /** What would come of that. Nobody asks, so nobody is recorded. */
    public BulkResult rehearseAll(Act act, JobFilter filter, Optional<JobId> after) {
        return Bulk.all(
                act,
                filter,
                after,
                new By("nobody", ""),
                jobs(commands -> core.ask(open -> open.rehearse(commands, core.now()))));
    }

    private Bulk.Jobs jobs(Function<List<OperatorCommand>, List<CommandResult>> commanded) {
        return new Bulk.Jobs() {
            @Override
            public List<JobId> list(JobFilter filter, Optional<JobId> after, int limit) {
                List<JobView> page = core.ask(open -> open.list(filter, after, limit, core.now()));
                return page.stream().map(JobView::id).toList();
            }

            @Override
            public List<CommandResult> command(List<OperatorCommand> commands) {
                return commanded.apply(commands);
            }
        };
    }

    /** Why a job does not run: what the store knows, and what this process does if it is one that would take it. */
    public List<Reason> why(JobId job) {
        Instant now = core.now();
        Optional<Situation> situation = core.ask(open -> open.situation(job, now));
        if (situation.isEmpty()) {
            return Explaining.unknown(job);
        }
        JobView view = situation.get().job();
        if (view.route().equals(Singletons.ROUTE)) {
            return whyNobodyOwns(situation.get(), now);
        }
        boolean here = registry.serves(view.route());
        var crowded = new ArrayList<Reason>(here && engine != null ? engine.inTheWay(view) : List.of());
        crowded.addAll(Explaining.limits(view.route(), core.ask(open -> limits(open, view.route(), now)), now));
        return Explaining.reasons(situation.get(), now, here && core.isClosing(), crowded);
    }

    /** Those of all together, and those of its key. */
    private static List<LimitView> limits(JobStore open, Route route, Instant now) {
        var views = new ArrayList<LimitView>();
        for (LimitView view : open.limits().all()) {
            if (!view.limit().eachKey()) {
                views.add(view);
            } else if (view.limit().concerns(route)) {
                route.limitKey()
                        .flatMap(key -> open.limits().of(view.limit(), key, now))
                        .ifPresent(views::add);
            }
        }
        return views;
    }

    /** Nodes ask for singletons by name, and nobody knows of the others who stands by; so that no route is served says nothing. */
    private List<Reason> whyNobodyOwns(Situation situation, Instant now) {
        String name = situation.job().facts().key().orElse("");
        boolean here = engine != null && engine.singletons().standsBy(name);
        var served = new Situation(situation.job(), situation.before(), situation.keyHolder(), situation.off(), true);
        return Explaining.reasons(served, now, here && core.isClosing(), List.of(Explaining.noOwner(here)));
    }
}
