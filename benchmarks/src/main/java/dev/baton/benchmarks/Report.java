package dev.baton.benchmarks;

import dev.baton.benchmarks.verdict.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a bench found: its settings, its figures, and whether anything was lost. */
final class Report {

    /** A line of a table. */
    record Line(String what, String value) {}

    private final Topic topic;
    private final Kind kind;
    private final List<Line> settings = new ArrayList<>();
    private final List<Line> measured = new ArrayList<>();
    private final Figures figures = new Figures();
    private Findings findings = Findings.NONE;
    private boolean disturbed;

    Report(Topic topic, Kind kind) {
        this.topic = topic;
        this.kind = kind;
    }

    Topic topic() {
        return topic;
    }

    Kind kind() {
        return kind;
    }

    void setting(String what, String value) {
        settings.add(new Line(what, value));
    }

    void measured(String what, double value, String unit) {
        measured.add(new Line(what, number(value) + " " + unit));
    }

    /** There is no figure, and this is why. */
    void absent(String what, String why) {
        measured.add(new Line(what, "absent: " + why));
    }

    /** The machine had other things to do when it began. */
    void disturbed() {
        disturbed = true;
    }

    /** What a reader has to know before comparing anything; empty if there is nothing. */
    String caution() {
        if (disturbed && topic == Topic.HTTP) {
            return "The machine was busy with other things when this began; measure again when it is quiet.";
        }
        return disturbed
                ? "The machine was busy with other things when this began. Then figures that depend on the disk, one strict lane"
                        + " against a loop above all, differ several times over from run to run: believe none of them, and"
                        + " measure again when it is quiet."
                : "";
    }

    void found(Findings more) {
        findings = findings.plus(more);
    }

    Figures figures() {
        return figures;
    }

    Findings findings() {
        return findings;
    }

    /** Was nothing lost or doubled, and nobody refused? */
    boolean holds() {
        return findings.hold() && (topic == Topic.ENGINE || Target.ANSWERED.isReached(figures));
    }

    List<Line> settings() {
        return settings;
    }

    List<Line> measured() {
        return measured;
    }

    /** Every target, with what was measured, and whether that is enough. */
    List<Line> targets() {
        return Target.of(topic, kind, figures).stream()
                .map(target -> new Line(
                        target.text(),
                        figures.text(target.figure()) + (target.isReached(figures) ? "  reached" : "  NOT REACHED")))
                .toList();
    }

    List<Target> missed() {
        return Target.of(topic, kind, figures).stream()
                .filter(target -> !target.isReached(figures))
                .toList();
    }

    /** All figures in one line. */
    String json(String commit) {
        return figures.json(topic, kind, commit);
    }

    String verdict() {
        return String.format(
                Locale.ROOT,
                "%,d jobs, lost %,d, doubled %,d, unknown %,d, out of order %,d",
                findings.jobs(),
                findings.lost(),
                findings.doubled(),
                findings.unknown(),
                findings.disordered());
    }

    static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.2f" : "%,.0f", value);
    }
}
