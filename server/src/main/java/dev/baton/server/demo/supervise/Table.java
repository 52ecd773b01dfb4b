package dev.baton.server.demo.supervise;

import dev.baton.server.demo.Look;
import dev.baton.supervise.TaskStatus;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** The end of the demo: what came of each task, beside what its policy promises. */
final class Table {

    private final List<Act> acts;
    private final Look look;

    Table(List<Act> acts, Look look) {
        this.acts = acts;
        this.look = look;
    }

    /** Prints the table. True if every line agrees. */
    boolean print(PrintWriter out, Map<String, TaskStatus> statuses, Chronicle chronicle) {
        out.println();
        out.println(look.bold(String.format(
                "%-15s %-26s %4s %8s  %-10s %s", "task", "what it does", "runs", "restarts", "state", "promise")));
        boolean allAgree = true;
        for (Act act : acts) {
            TaskStatus status = statuses.get(act.name());
            boolean agrees = status != null && act.agreesWith(status, chronicle.of(act.name()));
            allAgree &= agrees;
            String promise = agrees ? "" : "  promised: " + act.runs() + " runs, " + act.state();
            long runs = status == null ? 0 : status.runs();
            out.printf(
                    "%-15s %-26s %4d %8d  %-10s %s%s%n",
                    act.name(),
                    act.does(),
                    runs,
                    Math.max(0, runs - 1),
                    status == null ? "missing" : status.state(),
                    look.verdict(agrees),
                    promise);
        }
        out.println();
        out.println(
                allAgree
                        ? "Every task ran and restarted exactly as its policy says."
                        : "Something differs from what the policies say; see the lines marked above.");
        out.flush();
        return allAgree;
    }
}
