package dev.baton.internal.runtime;

import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Run;
import java.time.Duration;
import java.util.Optional;

/** What handlers do, drawn anew for every attempt; once the weather is calm, their work. */
final class Acting {

    private static final Duration NONE = Duration.ZERO;
    private static final Duration LONGEST = Duration.ofMillis(1_500);
    private static final Duration QUICK = Duration.ofMillis(4);

    private final World world;
    private final Weather weather;
    private final HandlerLog log;
    private final double trouble;
    private final boolean quick;

    /** How a handler can behave. */
    enum Program {
        FINISH,
        THROW,
        THROW_ERROR,
        RETRY,
        SNOOZE,
        FAIL,
        UNKNOWN,
        CANCELLED,
        WAIT_FOR_INTERRUPT,
        IGNORE_INTERRUPT_FOR_A_WHILE,
        IGNORE_INTERRUPT_FOR_EVER,
        CHECKPOINT,
        PROGRESS,
        KILL_NODE
    }

    Acting(World world, Weather weather, HandlerLog log) {
        this.world = world;
        this.weather = weather;
        this.log = log;
        this.trouble = world.random().nextDouble();
        this.quick = world.chance(0.4);
    }

    private Program next() {
        if (weather.isCalm() || !world.chance(trouble)) {
            return Program.FINISH;
        }
        Program drawn = Program.values()[world.below(Program.values().length)];
        // Nodes that die and handlers that stay for ever are the end of much else.
        boolean rare = drawn == Program.KILL_NODE || drawn == Program.IGNORE_INTERRUPT_FOR_EVER;
        return rare && world.chance(0.7) ? Program.FINISH : drawn;
    }

    private long someTime() {
        return world.between(NONE, quick || weather.isCalm() ? QUICK : LONGEST);
    }

    /** A handler. */
    Outcome play(Member member, JobType<Integer> type, Run run) throws Exception {
        member.requireAlive();
        Program program = next();
        world.count("handler " + program);
        log.begins(member, type, run, program);
        Optional<Outcome> outcome = Optional.empty();
        try {
            outcome = Optional.of(play(program, member, run));
            return outcome.get();
        } finally {
            if (member.isAlive()) {
                log.ends(member, run, outcome);
            }
        }
    }

    private Outcome play(Program program, Member member, Run run) throws Exception {
        if (program == Program.CHECKPOINT) {
            int before = run.lastCheckpoint(Integer.class).orElse(0);
            for (int i = 1; i <= 3; i++) {
                run.checkpoint(before + i);
                member.passTimeUnlessInterrupted(someTime());
            }
        } else if (program == Program.PROGRESS) {
            run.progress(world.below(10), 10, "on the way");
        }
        switch (program) {
            case WAIT_FOR_INTERRUPT -> {
                while (true) {
                    member.passTimeUnlessInterrupted(LONGEST.toNanos());
                }
            }
            case IGNORE_INTERRUPT_FOR_A_WHILE -> member.passTime(world.between(LONGEST, LONGEST.multipliedBy(5)));
            case IGNORE_INTERRUPT_FOR_EVER -> {
                while (!weather.isCalm()) {
                    member.passTime(LONGEST.toNanos());
                }
            }
            default -> member.passTimeUnlessInterrupted(someTime());
        }
        return switch (program) {
            case THROW -> throw new IllegalStateException("as it happens");
            case THROW_ERROR -> throw new StackOverflowError("as it happens");
            case RETRY ->
                world.chance(0.5) ? Outcome.retry("AGAIN") : Outcome.retry("AGAIN", Duration.ofNanos(someTime()));
            case SNOOZE -> Outcome.snooze(world.instant().plusNanos(world.between(NONE, LONGEST)));
            case FAIL -> Outcome.fail("NEVER");
            case UNKNOWN -> Outcome.unknown("PERHAPS");
            case CANCELLED -> Outcome.cancelled();
            case KILL_NODE -> {
                member.die();
                throw new IllegalStateException("dead");
            }
            default -> Outcome.done();
        };
    }

    /** A reconciler. */
    Optional<Outcome> ask(Member member, JobType<Integer> type, Run run) throws Exception {
        member.passTimeUnlessInterrupted(someTime());
        int drawn = weather.isCalm() ? world.below(60) : world.below(100);
        if (drawn >= 90) {
            world.count("reconciler threw");
            throw new IllegalStateException("nobody answers");
        }
        Optional<Outcome> answer = drawn < 40
                ? Optional.empty()
                : Optional.of(
                        drawn < 60
                                ? Outcome.done()
                                : drawn < 70
                                        ? Outcome.fail("NOT_DONE")
                                        : drawn < 80 ? Outcome.retry("LATER") : Outcome.unknown("STILL"));
        world.count("reconciler said "
                + answer.map(said -> said.getClass().getSimpleName()).orElse("nothing came of it"));
        log.answered(member, type, run, answer);
        return answer;
    }
}
