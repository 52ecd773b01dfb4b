package dev.baton.http;

import dev.baton.http.Shape.Kind;

/** What requests and answers look like. */
final class Shapes {

    static final Shape REASON = Shape.of("Reason")
            .maybe(Kind.TEXT, "reason", "Why; recorded with who asked. Decisions about money need one.");

    static final Shape SUBMISSION = Shape.of("Submission")
            .with(Kind.TEXT, "type", "The name of a type that is known here.")
            .with(Kind.JSON, "payload", "What the type takes; stored exactly as it is.")
            .maybe(Kind.TEXT, "queue", "A queue, instead of the type's.")
            .maybe(Kind.WHOLE, "priority", "From -10 to 10, larger first, instead of the type's.")
            .maybe(Kind.TEXT, "lane", "A lane, in which jobs run one after another.")
            .maybe(Kind.TEXT, "key", "A unique key, kept for as long as the type says.")
            .maybe(Kind.TEXT, "limit_key", "What it counts under, where a limit holds for each key.")
            .maybe(Kind.TEXT, "idempotency_key", "A key that means this job for ever; the same as the header.")
            .maybe(Kind.TIME, "run_at", "Not before this time, ten years ahead at most; the past is now.");

    static final Shape SUBMISSIONS = Shape.of("Submissions").list("jobs", SUBMISSION, "At most 10,000; all or none.");

    static final Shape SUBMITTED = Shape.of("Submitted")
            .with(Kind.TEXT, "id", "The job that stands for it.")
            .with(Kind.TEXT, "type", "Its type.")
            .with(Kind.TEXT, "state", "Where it stands.")
            .with(Kind.TEXT, "answer", "ADDED, ADDED_BEHIND, or EXISTING if its key was taken.")
            .with(Kind.TIME, "created_at", "When it was added.")
            .maybe(Kind.TEXT, "lane", "Its lane.")
            .maybe(Kind.WHOLE, "number", "Its number there.");

    static final Shape SUBMITTED_ALL = Shape.of("SubmittedAll").list("jobs", SUBMITTED, "In the order of the request.");

    static final Shape ATTEMPT = Shape.of("Attempt")
            .with(Kind.WHOLE, "attempt", "Counted from 1; 0 if there was none.")
            .with(Kind.TEXT, "kind", "How it ended.")
            .maybe(Kind.TEXT, "code", "What went wrong, in one word.")
            .maybe(Kind.TEXT, "message", "What went wrong, for people.")
            .maybe(Kind.TEXT, "result", "What the handler answered, as JSON; for payload-viewers.")
            .maybe(Kind.TEXT, "facts", "What it wrote down, as JSON; for payload-viewers.")
            .with(Kind.WHOLE, "fence", "The number it was claimed under.")
            .maybe(Kind.TEXT, "node", "Who had it.")
            .with(Kind.TIME, "claimed_at", "When it began.")
            .with(Kind.TIME, "ended_at", "When it ended.");

    static final Shape ATTEMPTS = Shape.of("Attempts").list("attempts", ATTEMPT, "The ended ones, oldest first.");

    static final Shape JOB = Shape.of("Job")
            .with(Kind.TEXT, "id", "A UUID of version 7.")
            .with(Kind.TEXT, "state", "Where it stands.")
            .with(Kind.TEXT, "type", "Its type.")
            .with(Kind.WHOLE, "version", "Of its payload.")
            .with(Kind.TEXT, "queue", "Its queue.")
            .maybe(Kind.TEXT, "limit_key", "What it counts under, where a limit holds for each key.")
            .with(Kind.TEXT, "label", "What to call it.")
            .with(Kind.WHOLE, "priority", "Larger first.")
            .maybe(Kind.TEXT, "lane", "Its lane.")
            .maybe(Kind.WHOLE, "number", "Its number there.")
            .maybe(Kind.TEXT, "key", "Its unique key.")
            .with(Kind.TIME, "created_at", "When it was added.")
            .maybe(Kind.TIME, "due_at", "When it is due, while it is pending.")
            .with(Kind.WHOLE, "attempts", "How often it was claimed.")
            .with(Kind.WHOLE, "failures", "How often it failed since it began, or was retried by somebody.")
            .with(Kind.WHOLE, "lost", "How often it was lost with its process since then.")
            .maybe(Kind.TEXT, "node", "Who has it.")
            .maybe(Kind.WHOLE, "fence", "The number it was claimed under.")
            .maybe(Kind.TIME, "claimed_at", "Since when.")
            .maybe(Kind.TRUTH, "cancel_wanted", "Whether somebody called it off.")
            .maybe(Kind.WHOLE, "progress_done", "How far it is.")
            .maybe(Kind.WHOLE, "progress_total", "Of how much.")
            .maybe(Kind.TEXT, "progress_text", "In words.")
            .maybe(Kind.TEXT, "replaces", "In whose place it was put.")
            .maybe(Kind.TEXT, "replaced_by", "What was put in its place.")
            .part("last", ATTEMPT, "How its last attempt ended.");

    static final Shape JOBS = Shape.of("Jobs")
            .list("jobs", JOB, "The newest first, without payloads.")
            .maybe(Kind.TEXT, "next", "Ask with after= this for the next page, if there may be one.");

    static final Shape FILTER = Shape.of("Filter")
            .maybe(Kind.TEXT, "queue", "Only on this queue.")
            .maybe(Kind.TEXT, "type", "Only of this type.")
            .maybe(Kind.TEXT, "state", "Only in this state.")
            .maybe(Kind.TEXT, "lane", "Only in this lane.")
            .maybe(Kind.TEXT, "code", "Only those whose last attempt ended with this code.");

    static final Shape LIMIT =
            Shape.of("Limited").maybe(Kind.WHOLE, "limit", "At most so many, 1 to 1,000; otherwise 50.");

    static final Shape PAGE =
            LIMIT.maybe(Kind.TEXT, "after", "Only what comes after this one: what the last page gave as next.");

    static final Shape JOB_QUERY = FILTER.and("JobQuery", PAGE);

    static final Shape PAYLOAD = Shape.of("Payload")
            .maybe(Kind.TEXT, "json", "The data as it was accepted, but for what is sensitive.")
            .with(Kind.TEXT, "sha256", "The hash of what was accepted.")
            .with(Kind.TRUTH, "removed", "Whether somebody removed it.");

    static final Shape WHY = Shape.of("Why")
            .list(
                    "reasons",
                    Shape.of("Cause")
                            .with(Kind.TEXT, "cause", "In one stable word.")
                            .with(Kind.TEXT, "text", "In a sentence.")
                            .with(Kind.TEXT, "remedy", "What would make it run."),
                    "At least one.");

    static final Shape DONE = Shape.of("Done")
            .with(Kind.TEXT, "result", "APPLIED.")
            .with(Kind.TEXT, "before", "How it stood.")
            .with(Kind.TEXT, "after", "How it stands.");

    static final Shape TO_MANY = REASON.and(
            "ToMany",
            Shape.of("")
                    .part("filter", FILTER, "Which jobs; it has to name something.")
                    .maybe(Kind.TRUTH, "dry_run", "Only say what would come of it.")
                    .maybe(Kind.TEXT, "after", "Go on where the last answer ended."));

    static final Shape DONE_TO_MANY = Shape.of("DoneToMany")
            .with(Kind.TRUTH, "dry_run", "Whether nothing was done.")
            .with(Kind.COUNTS, "applied", "To how many, by the state in which they stood.")
            .with(Kind.COUNTS, "refused", "To how many not, by the code of the refusal.")
            .maybe(Kind.TEXT, "next", "Ask again with after= this: there are more.");

    private Shapes() {}
}
