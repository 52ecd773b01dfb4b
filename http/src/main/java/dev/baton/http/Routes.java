package dev.baton.http;

import static dev.baton.http.Route.get;
import static dev.baton.http.Route.post;

import dev.baton.observe.StartupProgress;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.supervise.Supervisor;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** All that can be asked for, each with the role that it needs. What is not in this table is not there. */
final class Routes {

    private final List<Route> all;

    /** A route, and what stands in the places of its path. */
    record Found(Route route, Map<String, String> path) {}

    private Routes(List<Route> all) {
        this.all = all;
    }

    /**
     * All of them.
     *
     * @param starting how far the start has come
     * @param neighbours whether the document tells of the servlets beside this one, too
     */
    static Routes of(Supplier<StartupProgress> starting, boolean neighbours) {
        var routes = new ArrayList<Route>();
        routes.addAll(submitting());
        routes.addAll(looking());
        routes.addAll(acting());
        routes.addAll(steering());
        routes.addAll(overview(new Overview(starting)));
        routes.add(get("/openapi.json", Role.VIEWER, "openapi", "This document.")
                .answers(200, MoreShapes.DOCUMENT)
                .by(call -> Answer.ok(OpenApi.document(routes, call.base(neighbours)))));
        return new Routes(List.copyOf(routes));
    }

    private static List<Route> submitting() {
        var submitting = new Submitting(InstantSource.system());
        return List.of(
                post("/jobs", Role.SUBMITTER, "submit", "Adds a job. It is stored when this is answered.")
                        .body(Shapes.SUBMISSION, Body.MAX)
                        .answers(201, Shapes.SUBMITTED)
                        .by(submitting::one),
                post("/jobs/bulk", Role.SUBMITTER, "submitAll", "Adds many jobs, all or none.")
                        .body(Shapes.SUBMISSIONS, Body.BULK_MAX)
                        .answers(201, Shapes.SUBMITTED_ALL)
                        .by(submitting::many));
    }

    private static List<Route> looking() {
        var looking = new Looking();
        return List.of(
                get("/jobs", Role.VIEWER, "listJobs", "The newest jobs that fit.")
                        .query(Shapes.JOB_QUERY)
                        .answers(200, Shapes.JOBS)
                        .by(looking::list),
                get("/jobs/{id}", Role.VIEWER, "getJob", "A job, wherever it stands.")
                        .answers(200, Shapes.JOB)
                        .by(looking::one),
                get("/jobs/{id}/attempts", Role.VIEWER, "getAttempts", "What came of each attempt at a job.")
                        .answers(200, Shapes.ATTEMPTS)
                        .by(looking::attempts),
                get("/jobs/{id}/why", Role.VIEWER, "why", "Why a job does not run, and what would make it.")
                        .answers(200, Shapes.WHY)
                        .by(looking::why),
                get("/jobs/{id}/payload", Role.PAYLOAD_VIEWER, "getPayload", "A job's data, but for what is sensitive.")
                        .answers(200, Shapes.PAYLOAD)
                        .by(looking::payload));
    }

    private static List<Route> acting() {
        var acting = new Acting();
        var routes = new ArrayList<Route>();
        for (Act act : Act.values()) {
            String name = act.name().toLowerCase(Locale.ROOT);
            routes.add(post("/jobs/{id}/" + name, roleFor(act), name, summary(act))
                    .answers(200, Shapes.DONE)
                    .by(acting.one(act)));
        }
        for (Act act : List.of(Act.CANCEL, Act.RETRY, Act.SKIP, Act.DISCARD)) {
            String name = act.name().toLowerCase(Locale.ROOT);
            routes.add(post(
                            "/jobs/actions/" + name,
                            roleFor(act),
                            name + "All",
                            "The same to all jobs that fit, or as a dry run.")
                    .body(Shapes.TO_MANY, Body.MAX)
                    .answers(200, Shapes.DONE_TO_MANY)
                    .by(acting.all(act)));
        }
        return routes;
    }

    private static Role roleFor(Act act) {
        return switch (act) {
            case CANCEL, KILL, RETRY -> Role.OPERATOR;
            case SKIP, DISCARD, RELEASE, CONFIRM ->
                Role.PAYMENTS_OPERATOR; // to discard the head of a lane is to skip it
            case REDACT -> Role.ADMIN;
        };
    }

    private static String summary(Act act) {
        return switch (act) {
            case CANCEL -> "Calls a job off. A pending one is over at once, a running one is told to end.";
            case KILL -> "Ends a running job without waiting for its handler.";
            case RETRY -> "Has a dead, held or retrying job tried again now.";
            case RELEASE -> "Has a held job run: somebody found out that its work was not done.";
            case CONFIRM -> "Ends a held job as done: somebody found out that its work was done.";
            case SKIP -> "Has a lane go on without a job that waits or is parked.";
            case DISCARD -> "Gives a dead or held job up.";
            case REDACT -> "Removes the data of a job that is over, for good.";
        };
    }

    private static List<Route> steering() {
        var steering = new Steering();
        return List.of(
                get("/switches", Role.VIEWER, "switches", "What is paused or switched off.")
                        .answers(200, MoreShapes.SWITCHES)
                        .by(steering::switches),
                post(
                                "/switches/off",
                                Role.OPERATOR,
                                "turnOff",
                                "Pauses a queue, or turns a queue, a type or a lane off.")
                        .body(MoreShapes.SWITCHING, Body.MAX)
                        .answers(200, MoreShapes.SWITCHES)
                        .by(steering::turnOff),
                post("/switches/on", Role.OPERATOR, "turnOn", "Resumes a queue, or turns what was turned off on.")
                        .body(MoreShapes.SWITCHING, Body.MAX)
                        .answers(200, MoreShapes.SWITCHES)
                        .by(steering::turnOn),
                get("/tasks", Role.VIEWER, "tasks", "How the tasks of this process are doing.")
                        .answers(200, MoreShapes.TASKS)
                        .by(steering::tasks),
                post(
                                "/tasks/restart",
                                Role.OPERATOR,
                                "restartTask",
                                "Starts a fresh run of a task, whatever it is doing.")
                        .body(MoreShapes.NAMED, Body.MAX)
                        .answers(200, MoreShapes.DID)
                        .by(steering.task(Supervisor::restart)),
                post("/tasks/kill", Role.OPERATOR, "killTask", "Stops a task for good.")
                        .body(MoreShapes.NAMED, Body.MAX)
                        .answers(200, MoreShapes.DID)
                        .by(steering.task(Supervisor::kill)),
                get("/schedules", Role.VIEWER, "schedules", "Jobs that come again and again.")
                        .query(Shapes.PAGE)
                        .answers(200, MoreShapes.SCHEDULES)
                        .by(steering::schedules),
                get("/schedules/{name}", Role.VIEWER, "schedule", "A schedule.")
                        .answers(200, MoreShapes.SCHEDULE)
                        .by(steering::schedule),
                get("/schedules/{name}/times", Role.VIEWER, "fireTimes", "The next times of a schedule.")
                        .query(Shapes.LIMIT)
                        .answers(200, MoreShapes.TIMES)
                        .by(steering::times),
                post("/schedules/{name}/pause", Role.OPERATOR, "pauseSchedule", "Has a schedule not fire.")
                        .answers(200, Shapes.DONE)
                        .by(steering.schedule(Steering::pause)),
                post("/schedules/{name}/resume", Role.OPERATOR, "resumeSchedule", "Has a schedule fire again.")
                        .answers(200, Shapes.DONE)
                        .by(steering.schedule(Steering::resume)),
                post("/schedules/{name}/run", Role.OPERATOR, "runSchedule", "Fires a schedule now, paused or not.")
                        .answers(200, MoreShapes.FIRED)
                        .by(steering.schedule(Steering::runNow)));
    }

    private static List<Route> overview(Overview overview) {
        return List.of(
                get("/stats", Role.VIEWER, "stats", "How many jobs stand where.")
                        .answers(200, MoreShapes.STATS)
                        .by(overview::stats),
                get("/types", Role.VIEWER, "types", "What can be submitted here.")
                        .answers(200, MoreShapes.TYPES)
                        .by(overview::types),
                get("/nodes", Role.VIEWER, "nodes", "The nodes that are live.")
                        .answers(200, MoreShapes.NODES)
                        .by(overview::nodes),
                get("/lanes", Role.VIEWER, "lanes", "The parked jobs of lanes.")
                        .answers(200, MoreShapes.LANES)
                        .by(overview::lanes),
                get("/limits", Role.VIEWER, "limits", "What all nodes together are kept to.")
                        .answers(200, MoreShapes.LIMITS)
                        .by(overview::limits),
                get("/startup", Role.VIEWER, "startup", "How far the start has come.")
                        .answers(200, MoreShapes.STARTUP)
                        .by(overview::startup),
                get("/actions", Role.VIEWER, "actions", "What operators did.")
                        .query(Shapes.LIMIT)
                        .answers(200, MoreShapes.ACTIONS)
                        .by(overview::actions));
    }

    List<Route> all() {
        return all;
    }

    /** The route of a request, if there is one; where a path fits two, the one with fewer places in it. */
    Optional<Found> find(String method, List<String> path) {
        Optional<Found> best = Optional.empty();
        for (Route route : all) {
            if (route.verb().name().equals(method) && route.path().fits(path)) {
                var found = new Found(route, route.path().named(path));
                if (found.path().isEmpty()) {
                    return Optional.of(found);
                }
                best = best.isPresent()
                                && best.get().path().size() <= found.path().size()
                        ? best
                        : Optional.of(found);
            }
        }
        return best;
    }

    /** The methods that a path knows, if it is one. */
    List<String> methods(List<String> path) {
        return all.stream()
                .filter(route -> route.path().fits(path))
                .map(route -> route.verb().name())
                .distinct()
                .sorted()
                .toList();
    }
}
