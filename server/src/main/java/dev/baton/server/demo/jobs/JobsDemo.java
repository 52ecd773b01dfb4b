package dev.baton.server.demo.jobs;

import dev.baton.checker.Account;
import dev.baton.checker.Archive;
import dev.baton.checker.Checker;
import dev.baton.checker.Journal;
import dev.baton.checker.Verdict;
import dev.baton.server.demo.Look;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/**
 * Thousands of jobs on a fresh SQLite file. This process enqueues them; another one works, is killed again and again, and takes
 * up where it was. In the end what the handlers wrote down themselves is compared with the archive.
 */
public final class JobsDemo {

    private static final Duration FRAME = Duration.ofMillis(50);
    /** Several times what it takes on a slow machine; what is not over by then counts as lost. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Workload workload;
    private final boolean keep;

    JobsDemo(Workload workload, boolean keep) {
        this.workload = workload;
        this.keep = keep;
    }

    /** The demo in full. Its folder is deleted in the end, unless it is to be kept or the verdict does not hold. */
    public static JobsDemo inFull(boolean keep) {
        return new JobsDemo(Workload.full(), keep);
    }

    /** Plays, on lines that are redrawn or line by line. True if the verdict holds. */
    public boolean play(PrintWriter out, Look look, boolean redraw)
            throws IOException, InterruptedException, SQLException {
        DemoFolder folder = DemoFolder.create();
        introduce(folder, out, look);
        var worker = new WorkerProcess(folder);
        var leaving = new Thread(() -> leave(worker, folder), "baton-demo-leave");
        Runtime.getRuntime().addShutdownHook(leaving);
        boolean holds = false;
        try {
            boolean wentWell = perform(folder, worker, new Board(workload, look, out, redraw), out);
            // Closed by now means: interrupted. Then the folder is going, too.
            holds = !worker.isClosed() && judge(folder, new Results(look, out)) && wentWell;
        } finally {
            if (!worker.isClosed()) {
                worker.close();
                Runtime.getRuntime().removeShutdownHook(leaving);
                if (holds) {
                    deleteUnlessKept(folder);
                }
            }
        }
        return holds;
    }

    private void introduce(DemoFolder folder, PrintWriter out, Look look) {
        out.println(look.bold(Board.number(workload.total())
                + " jobs on a fresh SQLite file; their worker process is killed " + workload.kills() + " times."));
        String end = keep ? "and is kept." : "and is deleted if all is well.";
        out.println(look.faint("Everything lies in " + folder.path() + " " + end));
        out.println();
        out.flush();
    }

    /** Until all jobs are over, or the worker fails, or time is up. True if the worker went down by our hand alone. */
    private boolean perform(DemoFolder folder, WorkerProcess worker, Board board, PrintWriter out)
            throws IOException, InterruptedException, SQLException {
        try (Journal log = Journal.open(folder.log());
                Producer producer = new Producer(folder.database(), log, workload.orders());
                Archive.Reader file = new Archive.Reader(folder.database())) {
            var killer = new Killer(worker, file, log, workload);
            var operator = new Operator(producer, log, folder.repaired());
            boolean over = false;
            worker.start();
            while (!over && board.elapsed().compareTo(PATIENCE) < 0 && !worker.hasEnded(FRAME)) {
                Map<Kind, Tally> tallies = producer.tallies();
                Tally all = Tally.sum(tallies.values());
                board.show(tallies, file);
                over = producer.isThrough() && all.isOver() && operator.hasNothingToDo();
                if (all.enqueued() < killer.wanted() || all.isOver()) {
                    producer.enqueueSome();
                }
                killer.backAfter().ifPresent(after -> board.isBack(worker.pid(), after));
                killer.killIfDue(all.over()).ifPresent(board::killed);
                operator.look().forEach(board::asked);
            }
            boolean wentWell = over && worker.stop();
            if (!wentWell && !worker.isClosed()) {
                explain(folder, worker, out);
                worker.kill(); // so that nothing moves any more when it is judged
            }
            return wentWell;
        }
    }

    private static void explain(DemoFolder folder, WorkerProcess worker, PrintWriter out) throws IOException {
        out.println();
        out.println(worker + " The end of its log:");
        folder.lastWords().forEach(out::println);
    }

    private boolean judge(DemoFolder folder, Results results) throws IOException, SQLException {
        try (Archive.Reader file = new Archive.Reader(folder.database())) {
            Archive archive = file.read();
            Verdict verdict = Checker.check(Account.read(folder.log()), archive, workload.plan());
            results.print(archive, verdict);
            return verdict.holds();
        }
    }

    /** When the demo is interrupted: no process and no file is left behind. */
    private void leave(WorkerProcess worker, DemoFolder folder) {
        worker.close();
        deleteUnlessKept(folder);
    }

    private void deleteUnlessKept(DemoFolder folder) {
        try {
            if (!keep) {
                folder.delete();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
