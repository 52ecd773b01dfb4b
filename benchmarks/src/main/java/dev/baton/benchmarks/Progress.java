package dev.baton.benchmarks;

import java.io.PrintWriter;
import java.util.Locale;

/** Says what is being measured, and how long it has taken so far. */
final class Progress {

    private final PrintWriter out;
    private final long began = System.nanoTime();

    Progress(PrintWriter out) {
        this.out = out;
    }

    void say(String what) {
        double seconds = (System.nanoTime() - began) / 1e9;
        out.println(String.format(Locale.ROOT, "%7.1f s  %s", seconds, what));
        out.flush();
    }
}
