package dev.baton.server.demo.supervise;

import static java.time.Duration.ofMillis;

import dev.baton.server.demo.Look;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.SupervisorBuilder;
import dev.baton.supervise.TaskStatus;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Plays the acts under a real supervisor, shows them while they run, and judges them in the end. */
public final class SuperviseDemo {

    private static final Duration FRAME = ofMillis(100);
    private static final Duration KILL_AFTER = ofMillis(1500);
    private static final Duration SETTLED_AFTER = Duration.ofSeconds(1);

    private final List<Act> acts;
    private final Duration patience;
    private final Chronicle chronicle = new Chronicle();

    /** A demo of these acts, which gives up when they are not done in time. */
    SuperviseDemo(List<Act> acts, Duration patience) {
        this.acts = acts;
        this.patience = patience;
    }

    /** A demo of everything there is to show. */
    public static SuperviseDemo ofEverything() {
        return new SuperviseDemo(Cast.all(), Duration.ofSeconds(60));
    }

    /** Plays, on a tree that is redrawn or line by line. True if everything came out as the policies promise. */
    public boolean play(PrintWriter out, Look look, boolean redraw) throws InterruptedException {
        out.println(look.bold(acts.size() + " tasks. Restarts wait 0.3, 0.6 and 1.2 s, and three is the limit."));
        out.println();
        var screen = new Screen(acts, chronicle, look, out);
        Map<String, TaskStatus> statuses;
        try (Supervisor supervisor = start()) {
            statuses = watch(supervisor, () -> {
                if (redraw) {
                    screen.redraw(supervisor.statuses());
                } else {
                    screen.printNews();
                }
            });
        }
        return new Table(acts, look).print(out, statuses, chronicle);
    }

    private Supervisor start() {
        SupervisorBuilder builder = Supervisor.builder()
                .restart(Cast.POLICY)
                .checkEvery(ofMillis(100))
                .stopGrace(ofMillis(500))
                .listener(chronicle);
        acts.forEach(act -> builder.task(act.spec()));
        return builder.start();
    }

    /** Until all is as promised and has stayed so for a while, in which a restart too many would show; or time is up. */
    private Map<String, TaskStatus> watch(Supervisor supervisor, Runnable frame) throws InterruptedException {
        boolean killed = false;
        Duration settled = Duration.ZERO;
        while (settled.compareTo(SETTLED_AFTER) < 0 && chronicle.elapsed().compareTo(patience) < 0) {
            supervisor.await(FRAME);
            frame.run();
            if (!killed && chronicle.elapsed().compareTo(KILL_AFTER) > 0) {
                supervisor.kill(Cast.STUBBORN);
                killed = true;
            }
            settled = allAgree(supervisor.statuses()) ? settled.plus(FRAME) : Duration.ZERO;
        }
        return supervisor.statuses();
    }

    private boolean allAgree(Map<String, TaskStatus> statuses) {
        return acts.stream().allMatch(act -> {
            TaskStatus status = statuses.get(act.name());
            return status != null && act.agreesWith(status, chronicle.of(act.name()));
        });
    }
}
