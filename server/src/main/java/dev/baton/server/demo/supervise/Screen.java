package dev.baton.server.demo.supervise;

import dev.baton.server.demo.Look;
import dev.baton.server.demo.Look.Colour;
import dev.baton.supervise.SupervisorEvent;
import dev.baton.supervise.TaskState;
import dev.baton.supervise.TaskStatus;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows the acts while they run: a tree that is drawn again and again, or a line for each event. */
final class Screen {

    private static final String CLEAR_LINE = "\u001b[2K";

    private final List<Act> acts;
    private final Chronicle chronicle;
    private final Look look;
    private final PrintWriter out;
    private int shown;

    Screen(List<Act> acts, Chronicle chronicle, Look look, PrintWriter out) {
        this.acts = acts;
        this.chronicle = chronicle;
        this.look = look;
        this.out = out;
    }

    /** Prints what has happened since the last call. */
    void printNews() {
        List<Chronicle.Entry> news = chronicle.from(shown);
        shown += news.size();
        for (Chronicle.Entry entry : news) {
            if (entry.event() instanceof SupervisorEvent.TaskEvent event) {
                out.printf("%7s  %-15s %s%n", Words.seconds(entry.at()), event.task(), Words.of(event));
            }
        }
    }

    /** Draws the tree over the one that was drawn before. */
    void redraw(Map<String, TaskStatus> statuses) {
        if (shown > 0) {
            out.print("\u001b[" + shown + "A");
        }
        shown = acts.size() + 1;
        out.printf("%ssupervisor %s%n", CLEAR_LINE, look.faint(Words.seconds(chronicle.elapsed())));
        for (int i = 0; i < acts.size(); i++) {
            out.print(CLEAR_LINE + look.branch(i == acts.size() - 1));
            out.println(line(acts.get(i), statuses.get(acts.get(i).name())));
        }
        out.flush();
    }

    private String line(Act act, @Nullable TaskStatus status) {
        TaskState state = status == null ? TaskState.CREATED : status.state();
        long runs = status == null ? 0 : status.runs();
        String last = chronicle.latest(act.name()).map(Words::of).orElse("");
        String line = String.format("%-15s %-10s run %d  %-26s ", act.name(), state, runs, act.does());
        int used = look.branch(true).length() + 2;
        String rest = look.fitting(line + last, used);
        return sign(state) + " " + rest;
    }

    private String sign(TaskState state) {
        return switch (state) {
            case CREATED -> look.either("○", "o");
            case HEALTHY -> look.coloured(Colour.GREEN, look.either("●", "*"));
            case FAILED -> look.coloured(Colour.YELLOW, look.either("◐", "!"));
            case COMPLETED -> look.coloured(Colour.CYAN, look.either("✔", "+"));
            case DEAD -> look.coloured(Colour.RED, look.either("✖", "x"));
        };
    }
}
