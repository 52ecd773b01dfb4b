package dev.baton.benchmarks;

import java.util.EnumMap;
import java.util.Map;

/** What costs what, for those who find that a target was not reached. */
final class Costs {

    private static final String PEER =
            "Both burn down the same backlog on the same server; the other engine may keep less of what happened.";

    private static final String POST =
            "The store's own enqueue is a call in this process. A POST is read from a socket, parsed twice and looked at field by field,"
                    + " answered on another thread than the one that wrote it, and told to everybody who listens; and who posts and"
                    + " listens has the same processors.";

    private static final String PAYMENT =
            "A payment that was just committed is found by who looks for it, claimed with a commit of its own, and its gate is looked at"
                    + " before its rail is called.";

    private static final String PARTICIPANTS =
            "A payment is a job with a lane, a key that is kept for ever, a look at its gate before it is sent, and an entry in the hash"
                    + " chain of its participant: some twice as many rows and entries of indexes as a plain job has.";

    private static final String PARTICIPANT =
            "Beside the commit of each outcome, which both wait for, a payment has a look at its gate before it is sent, and an entry in the"
                    + " hash chain of its participant.";

    private static final String SERVICE = "See the lines above, and what the service wrote to its standard error.";

    private static final Map<Target, String> ON_SQLITE = new EnumMap<>(Target.class);
    private static final Map<Target, String> ON_POSTGRES = new EnumMap<>(Target.class);

    static {
        ON_SQLITE.put(
                Target.RAW,
                "Of the time of the one thread that writes, about two thirds go into the same statements as the raw limit's. The rest"
                        + " is what the engine has to know and the raw limit takes for granted: who still owns a job and under which"
                        + " fence, whether it has a key, a lane, doubts or a checkpoint, what is switched off, and what comes next.");
        ON_SQLITE.put(
                Target.NAIVE,
                "The naive queue is bound by the disk, the engine by a processor: the faster the disk confirms, the smaller the factor.");
        ON_SQLITE.put(
                Target.LATENCY,
                "Between the call and the start stand two commits, the job's own and that of its claim, and four wake-ups of threads.");
        ON_SQLITE.put(
                Target.HISTORY,
                "No statement reads the history; what is left are deeper indexes and a file that does not fit into SQLite's cache.");
        ON_SQLITE.put(
                Target.LANES,
                "A job of a lane costs a number, three more entries in indexes, and a look at who is next when it goes.");
        ON_SQLITE.put(
                Target.STRICT,
                "Both wait for one commit per job. The loop is one thread and three statements, and what it was doing when it died nobody"
                        + " knows. The engine writes down who has the jobs before a handler begins, up to four hundred at a time: while"
                        + " it does, nothing of the lane runs. On a disk that confirms fast that is some tenth of the time of a job; on a slower one it vanishes beside the commit.");
        ON_SQLITE.put(Target.POST, POST);
        ON_SQLITE.put(Target.PAYMENT, PAYMENT);
        ON_SQLITE.put(Target.PARTICIPANTS, PARTICIPANTS);
        ON_SQLITE.put(Target.PARTICIPANT, PARTICIPANT);
        ON_SQLITE.put(Target.HOT, "Jobs of a run begin one after the other, each when a thread is woken for it.");

        ON_POSTGRES.put(
                Target.RAW,
                "The raw limit is one statement and one round trip for each of its transactions. The engine first asks who holds an id or"
                        + " a key, what is switched off and what is due, and tells every statement's plan; and its threads share the"
                        + " processors with the server.");
        ON_POSTGRES.put(
                Target.LATENCY_OF_A_SERVER,
                "Between the call and the start stand two commits, the job's own and that of its claim, some ten round trips and four"
                        + " wake-ups of threads.");
        ON_POSTGRES.put(
                Target.HISTORY,
                "No statement reads the history; what is left are deeper indexes, and pages that have to be read before they are written.");
        ON_POSTGRES.put(
                Target.LANES,
                "A job of a lane costs a lock on its lane, a number, three more entries in indexes, and when one ends a gate, a look at who"
                        + " is first now, and a new version of that row.");
        ON_POSTGRES.put(
                Target.STRICT,
                "Both commit once for a job, in one statement of the handler's thread. What the engine pays beside that is the claim of a"
                        + " run, up to four hundred jobs at a time, and the end of its last job, which makes the next one ready.");
        ON_POSTGRES.put(Target.POST, POST);
        ON_POSTGRES.put(Target.PAYMENT, PAYMENT);
        ON_POSTGRES.put(Target.PARTICIPANTS, PARTICIPANTS);
        ON_POSTGRES.put(Target.PARTICIPANT, PARTICIPANT);
        ON_POSTGRES.put(Target.HOT, "Jobs of a run begin one after the other, each when a thread is woken for it.");
        ON_POSTGRES.put(
                Target.TWO_NODES,
                "Both nodes and the server share the processors of this machine, and claims of one pass over what the other is taking.");
    }

    private Costs() {}

    static String of(Topic topic, Target target, Kind kind) {
        return (kind == Kind.SQLITE ? ON_SQLITE : ON_POSTGRES)
                .getOrDefault(target, topic == Topic.HTTP ? SERVICE : PEER);
    }
}
