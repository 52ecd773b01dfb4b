package dev.baton.http;

import dev.baton.http.Shape.Kind;

/** What requests and answers about everything but jobs look like. */
final class MoreShapes {

    static final Shape SWITCH = Shape.of("Switch")
            .with(Kind.TEXT, "kind", "PAUSE for a queue as a matter of routine; QUEUE, TYPE or LANE in an emergency.")
            .with(Kind.TEXT, "name", "Which one.");

    static final Shape SWITCHING = SWITCH.and("Switching", Shapes.REASON);

    static final Shape SWITCHES =
            Shape.of("Switches").list("off", SWITCH, "What is off; nothing of it is taken by any process.");

    static final Shape NODES = Shape.of("Nodes")
            .list(
                    "nodes",
                    Shape.of("Node")
                            .with(Kind.TEXT, "id", "One life of a process.")
                            .with(Kind.WHOLE, "beat", "How often it has beaten.")
                            .with(Kind.WHOLE, "running", "How many jobs it has."),
                    "Those that are live.");

    static final Shape TASK = Shape.of("Task")
            .with(Kind.TEXT, "name", "Its name.")
            .with(Kind.TEXT, "state", "Where it stands.")
            .with(Kind.WHOLE, "runs", "How often it was started.")
            .with(Kind.WHOLE, "restarts", "How many restarts in a row count against its limit.")
            .with(Kind.WHOLE, "abandoned", "How many earlier runs were told to stop and are still alive.")
            .with(Kind.TRUTH, "failed", "Whether a run of it failed.")
            .maybe(Kind.TEXT, "last_failure", "Why the last failed run did; for admins.");

    static final Shape TASKS = Shape.of("Tasks").list("tasks", TASK, "Those of this process, as they were added.");

    static final Shape NAMED =
            Shape.of("NamedTask").with(Kind.TEXT, "name", "Which task.").and("ToTask", Shapes.REASON);

    static final Shape DID = Shape.of("Did").with(Kind.TRUTH, "done", "Whether there was something to do.");

    static final Shape SCHEDULE = Shape.of("Schedule")
            .with(Kind.TEXT, "name", "Its name.")
            .with(Kind.TEXT, "timing", "At which times.")
            .with(Kind.TEXT, "catch_up", "What becomes of times that were missed.")
            .with(Kind.TEXT, "overlap", "What becomes of a time at which an earlier job is not over.")
            .with(Kind.TEXT, "type", "What it adds.")
            .with(Kind.TEXT, "queue", "Where.")
            .maybe(Kind.TEXT, "lane", "In which lane.")
            .with(Kind.TRUTH, "in_code", "Whether a program names it whenever it starts.")
            .with(Kind.TRUTH, "paused", "Whether it does not fire.")
            .with(Kind.WHOLE, "revision", "Changes with everything that is changed about it.")
            .maybe(Kind.TIME, "next_at", "When it fires next.")
            .maybe(Kind.TIME, "last_fire_time", "For which time it added a job last.")
            .maybe(Kind.TEXT, "last_job", "Which that was.");

    static final Shape SCHEDULES = Shape.of("Schedules")
            .list("schedules", SCHEDULE, "By name.")
            .maybe(Kind.TEXT, "next", "Ask with after= this for the next page, if there may be one.");

    static final Shape TIMES = Shape.of("Times").with(Kind.TEXTS, "times", "The next ones.");

    static final Shape FIRED = Shape.of("Fired")
            .with(Kind.TEXT, "id", "The job, or the one that stands in its way.")
            .with(Kind.TEXT, "state", "Where it stands.")
            .with(Kind.TEXT, "answer", "ADDED, or EXISTING if there is no new one.")
            .with(Kind.TIME, "created_at", "When it was added.");

    static final Shape LANES = Shape.of("Lanes")
            .list(
                    "parked",
                    Shape.of("Parked")
                            .with(Kind.TEXT, "lane", "Its lane.")
                            .with(Kind.WHOLE, "number", "Its number there.")
                            .with(Kind.TEXT, "state", "DEAD or HELD.")
                            .with(Kind.TEXT, "id", "The job.")
                            .with(Kind.TEXT, "type", "Its type.")
                            .with(Kind.TEXT, "label", "What to call it.")
                            .maybe(Kind.TEXT, "code", "How its last attempt ended.")
                            .maybe(Kind.TIME, "since", "When."),
                    "Jobs that keep their lanes waiting, unless their types say otherwise; the oldest first.")
            .with(Kind.TRUTH, "more", "Whether more were parked than were looked at.");

    static final Shape LIMITS = Shape.of("Limits")
            .list(
                    "limits",
                    Shape.of("Limit")
                            .with(Kind.TEXT, "kind", "TYPE or QUEUE.")
                            .with(Kind.TEXT, "name", "Which one.")
                            .maybe(Kind.WHOLE, "at_once", "So many may run at once, on all nodes.")
                            .with(Kind.WHOLE, "in_use", "So many of these do.")
                            .maybe(Kind.WHOLE, "tokens", "So many may begin...")
                            .maybe(Kind.TEXT, "period", "...in this time...")
                            .maybe(Kind.WHOLE, "burst", "...and so many at the same moment."),
                    "What all nodes together are kept to.");

    static final Shape STARTUP = Shape.of("Startup")
            .with(Kind.TEXT, "stage", "BEFORE, UNDER_WAY, COMPLETED or FAILED.")
            .list(
                    "steps",
                    Shape.of("Step")
                            .with(Kind.WHOLE, "number", "Counted from 1.")
                            .with(Kind.TEXT, "labels", "What its jobs are called.")
                            .with(Kind.TEXT, "state", "WAITING, RUNNING, DONE or FAILED.")
                            .with(Kind.WHOLE, "jobs", "How many it has.")
                            .with(Kind.WHOLE, "done", "How many of these are done.")
                            .with(Kind.TIME, "since", "When it began.")
                            .with(Kind.TEXT, "took", "How long it took, or has taken."),
                    "Those that were taken.");

    static final Shape STATS = Shape.of("Stats")
            .list(
                    "counts",
                    Shape.of("Count")
                            .with(Kind.TEXT, "queue", "On which queue.")
                            .with(Kind.TEXT, "type", "Of which type.")
                            .with(Kind.WHOLE, "version", "Of which version.")
                            .with(Kind.TEXT, "state", "In which state.")
                            .with(Kind.WHOLE, "count", "How many.")
                            .with(Kind.TRUTH, "more", "Whether there are more, as only 100,000 are counted."),
                    "Of all that is not over.");

    static final Shape ACTIONS = Shape.of("Actions")
            .list(
                    "actions",
                    Shape.of("Action")
                            .with(Kind.TEXT, "act", "What was asked for.")
                            .with(Kind.TEXT, "target", "Of what.")
                            .with(Kind.TEXT, "who", "By whom.")
                            .maybe(Kind.TEXT, "from", "From which address, if it was asked for over HTTP.")
                            .maybe(Kind.TEXT, "request_id", "By which request, if it was asked for over HTTP.")
                            .with(Kind.TEXT, "why", "For which reason.")
                            .with(Kind.TEXT, "before", "How it stood.")
                            .with(Kind.TEXT, "after", "How it stands since.")
                            .with(Kind.TIME, "at", "When."),
                    "What operators did, the newest first.");

    static final Shape HEALTH = Shape.of("Health")
            .with(Kind.TEXT, "status", "In two words.")
            .maybe(Kind.TEXT, "reason", "Why it takes no work.");

    static final Shape TYPES = Shape.of("Types").with(Kind.TEXTS, "types", "What can be submitted here, by name.");

    static final Shape DOCUMENT = Shape.of("Document")
            .with(Kind.TEXT, "openapi", "3.1.0.")
            .with(Kind.JSON, "info", "What this is.")
            .with(Kind.JSON, "servers", "Where it is.")
            .with(Kind.JSON, "security", "How to say who asks.")
            .with(Kind.JSON, "paths", "What can be asked for.")
            .with(Kind.JSON, "components", "What that looks like.");

    private MoreShapes() {}
}
