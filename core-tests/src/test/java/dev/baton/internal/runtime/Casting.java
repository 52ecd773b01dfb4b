package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.Limits;
import dev.baton.internal.dispatch.Registration;
import dev.baton.internal.dispatch.Registry;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.job.ParkedHead;
import dev.baton.job.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The types of jobs in a simulation, and who handles them: every combination of what matters to a crash and to a lane. */
final class Casting {

    static final String SIDE_QUEUE = "side";

    static final JobType<Integer> PLAIN = type("plain").keyScope(KeyScope.ACTIVE);
    static final JobType<Integer> PASSED = type("passed").parkedHead(ParkedHead.PASSED_OVER);
    static final JobType<Integer> HOLD = type("hold").onCrash(CrashPolicy.HOLD);
    static final JobType<Integer> HOLD_PASSED =
            type("hold-passed").onCrash(CrashPolicy.HOLD).parkedHead(ParkedHead.PASSED_OVER);
    static final JobType<Integer> ASK =
            type("ask").onCrash(CrashPolicy.RECONCILE).keyScope(KeyScope.ACTIVE);
    static final JobType<Integer> REPLAY = type("replay").replayable();
    static final JobType<Integer> REPLAY_PASSED =
            type("replay-passed").replayable().parkedHead(ParkedHead.PASSED_OVER);

    static final List<JobType<Integer>> REPLAYABLE = List.of(REPLAY, REPLAY_PASSED);
    static final List<JobType<Integer>> TYPES = List.of(PLAIN, PASSED, HOLD, HOLD_PASSED, ASK, REPLAY, REPLAY_PASSED);

    private final Acting acting;

    Casting(Acting acting) {
        this.acting = acting;
    }

    private static JobType<Integer> type(String name) {
        Retry retry = Retry.exponential(Duration.ofMillis(200))
                .cap(Duration.ofSeconds(1))
                .jitter(0.2)
                .attempts(4);
        return JobType.of(name, Integer.class).retry(retry).timeout(Duration.ofSeconds(2));
    }

    static Map<String, JobType<?>> byName() {
        var byName = new LinkedHashMap<String, JobType<?>>();
        TYPES.forEach(type -> byName.put(type.name(), type));
        return byName;
    }

    static JobType<Integer> named(String name) {
        return TYPES.stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    Registry registry(Member member) {
        var all = new ArrayList<Registration<Integer, Member>>();
        for (JobType<Integer> type : TYPES) {
            Registration.Asked<Integer> asked = type.onCrash() == CrashPolicy.RECONCILE
                    ? (payload, doubts, run) -> acting.ask(member, type, run)
                    : null;
            all.add(new Registration<>(type, member, (payload, run, me) -> acting.play(me, type, run), asked));
        }
        return new Registry(all, Set.of(SIDE_QUEUE));
    }

    /** Some node's limits. */
    Limits limits(World world) {
        var types = new LinkedHashMap<String, Integer>();
        var queues = new LinkedHashMap<String, Integer>();
        TYPES.forEach(type -> {
            if (world.chance(0.2)) {
                types.put(type.name(), 1 + world.below(2));
            }
        });
        if (world.chance(0.3)) {
            queues.put(SIDE_QUEUE, 1 + world.below(2));
        }
        return new Limits(1 + world.below(5), types, queues);
    }
}
