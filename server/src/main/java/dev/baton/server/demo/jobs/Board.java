package dev.baton.server.demo.jobs;

import dev.baton.checker.Archive;
import dev.baton.checker.Asked;
import dev.baton.server.demo.Look;
import dev.baton.server.demo.Look.Colour;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** Shows how far the jobs are: some lines that are drawn again and again, or one about every second. */
final class Board {

    private static final String CLEAR_LINE = "\u001b[2K";
    private static final Duration SAMPLE = Duration.ofSeconds(1);
    private static final int BAR_MIN = 10;
    private static final int BAR_MAX = 40;

    private final Workload workload;
    private final Look look;
    private final PrintWriter out;
    private final boolean redraw;
    private final long start = System.nanoTime();
    private Duration sampledAt = Duration.ZERO;
    private int sampledOver;
    private int rate;
    private int kills;
    private String news = "";
    private boolean drawn;

    Board(Workload workload, Look look, PrintWriter out, boolean redraw) {
        this.workload = workload;
        this.look = look;
        this.out = out;
        this.redraw = redraw;
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** This is how things stand; how lanes do, the file says. */
    void show(Map<Kind, Tally> tallies, Archive.Reader file) throws SQLException {
        Tally all = Tally.sum(tallies.values());
        boolean sampled = sample(all.over());
        if (redraw) {
            draw(tallies, all, file.lanes());
        } else if (sampled) {
            out.printf(
                    "%7s  %5s enqueued %s %6s jobs/s%n",
                    seconds(elapsed()), number(all.enqueued()), standing(all), number(rate));
            out.flush();
        }
    }

    /** The worker was killed. */
    void killed(Killer.Kill kill) {
        kills = kill.number();
        tell(String.format(
                Locale.ROOT,
                "kill %d of %d: SIGKILL to %d with %d jobs in its hands; %d started %d ms later",
                kill.number(),
                workload.kills(),
                kill.pid(),
                kill.running(),
                kill.nextPid(),
                kill.restartedAfter().toMillis()));
    }

    /** The next worker is at work. */
    void isBack(long pid, Duration after) {
        tell("worker " + pid + " claims jobs, " + seconds(after) + " after the kill");
    }

    /** An operator asked for something. */
    void asked(Operator.Ask ask) {
        tell(String.format(
                Locale.ROOT,
                "lane %s: number %d is dead, %d wait behind it; an operator %s it",
                ask.turn().lane(),
                ask.turn().sequence(),
                ask.behind(),
                ask.asked() == Asked.SKIP ? "skips" : "retries"));
    }

    private void tell(String what) {
        news = what;
        if (!redraw) {
            out.printf("%7s  %s%n", seconds(elapsed()), what);
            out.flush();
        }
    }

    private boolean sample(int over) {
        Duration since = elapsed().minus(sampledAt);
        if (since.compareTo(SAMPLE) < 0) {
            return false;
        }
        rate = (int) ((over - sampledOver) * 1000L / since.toMillis());
        sampledAt = elapsed();
        sampledOver = over;
        return true;
    }

    private void draw(Map<Kind, Tally> tallies, Tally all, Archive.Lanes lanes) {
        if (drawn) {
            out.print("\u001b[" + (tallies.size() + 3) + "A");
        }
        drawn = true;
        tallies.forEach((kind, tally) -> out.println(CLEAR_LINE + line(kind, tally)));
        String status = String.format(
                Locale.ROOT,
                "%s  %s of %s jobs are over  %,d jobs/s  kills %d of %d",
                seconds(elapsed()),
                number(all.over()),
                number(workload.total()),
                rate,
                kills,
                workload.kills());
        out.println(CLEAR_LINE + look.fitting(standing(lanes), 0));
        out.println(CLEAR_LINE + look.bold(look.fitting(status, 0)));
        out.println(CLEAR_LINE + look.faint(look.fitting(news, 0)));
        out.flush();
    }

    private String line(Kind kind, Tally tally) {
        String name = String.format(Locale.ROOT, "%-13s  ", kind.typeName());
        String counts = "  " + standing(tally);
        int room = look.columns() - 1 - name.length() - counts.length();
        int width = Math.max(BAR_MIN, Math.min(BAR_MAX, room));
        return name
                + bar(tally, workload.jobs().getOrDefault(kind, 0), width)
                + look.fitting(counts, name.length() + width);
    }

    private static String standing(Archive.Lanes lanes) {
        return String.format(
                Locale.ROOT,
                "%d lanes with %s jobs in line, %s of them behind a dead one",
                lanes.lanes(),
                number(lanes.waiting()),
                number(lanes.blocked()));
    }

    private static String standing(Tally tally) {
        return String.format(
                Locale.ROOT,
                "%5s pending %4s running %5s done %4s dead",
                number(tally.pending()),
                number(tally.running()),
                number(tally.done()),
                number(tally.dead()));
    }

    /** What is over from the left, then what runs, then what waits; what was not enqueued yet is empty. */
    private String bar(Tally tally, int planned, int width) {
        int done = share(tally.over() - tally.dead(), planned, width);
        int dead = share(tally.over(), planned, width) - done;
        int running = share(tally.over() + tally.running(), planned, width) - done - dead;
        int pending = share(tally.enqueued(), planned, width) - done - dead - running;
        return look.coloured(Colour.GREEN, look.either("█", "#").repeat(done))
                + look.coloured(Colour.RED, look.either("█", "x").repeat(dead))
                + look.coloured(Colour.YELLOW, look.either("▓", ">").repeat(running))
                + look.faint(look.either("░", ".").repeat(pending))
                + " ".repeat(width - done - dead - running - pending);
    }

    private static int share(int part, int whole, int width) {
        return whole == 0 ? 0 : (int) ((long) Math.min(part, whole) * width / whole);
    }

    static String number(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
