package dev.baton;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.runtime.Cursors;
import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import dev.baton.store.Cursor;
import dev.baton.stream.Batch;
import dev.baton.stream.EventSource;
import dev.baton.stream.EventStream;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskRun;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One run of a bridge: waits until the cursor is free, reads from there on, and stores what comes before it asks for more. */
final class Bridging<E> implements Task {

    private final String name;
    private final EventSource<E> source;
    private final Function<? super E, ? extends JobRequest<?>> job;
    private final StreamBridge.Pace pace;
    private final Cursors cursors;

    Bridging(
            String name,
            EventSource<E> source,
            Function<? super E, ? extends JobRequest<?>> job,
            StreamBridge.Pace pace,
            Cursors cursors) {
        this.name = name;
        this.source = source;
        this.job = job;
        this.pace = pace;
        this.cursors = cursors;
    }

    @Override
    public void run(TaskRun run) throws Exception {
        while (!run.stopping()) {
            Optional<Cursor> taken = cursors.take(name);
            if (taken.isEmpty()) {
                run.sleep(pace.standby());
            } else {
                readFrom(taken.get(), run);
            }
        }
    }

    /** Until it has to stop, or somebody else reads; what goes wrong is thrown. Whoever reads next begins where this one ended. */
    private void readFrom(Cursor taken, TaskRun run) throws Exception {
        Cursor held = taken;
        FaultPoint.BRIDGE_AFTER_TAKE.hit();
        try (EventStream<E> stream = source.connect(held.position())) {
            boolean ours = true;
            while (ours && !run.stopping()) {
                Batch<E> batch = stream.next(pace.batch(), pace.quiet());
                run.beat();
                if (batch.isEmpty()) {
                    ours = cursors.isHeld(held);
                } else {
                    FaultPoint.BRIDGE_BEFORE_STORE.hit();
                    held = cursors.advance(held, batch.position(), jobs(batch));
                }
            }
        } catch (BatonException e) {
            if (!e.code().equals("STALE_CURSOR")) {
                throw e;
            }
            run.warn("Somebody else reads " + name + " now", e);
        } finally {
            giveBack(held, run);
        }
    }

    private List<JobRequest<?>> jobs(Batch<E> batch) {
        return batch.events().stream().<JobRequest<?>>map(job).toList();
    }

    /** So that another node need not wait until this one is dead. If it cannot be done, this node takes it again, or dies. */
    private void giveBack(Cursor held, TaskRun run) {
        boolean interrupted = Thread.interrupted();
        try {
            cursors.leave(held);
        } catch (BatonException e) {
            run.warn("The cursor of " + name + " cannot be given back", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
