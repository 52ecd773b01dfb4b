package dev.baton.server.operate;

import dev.baton.internal.tell.Printable;
import dev.baton.job.JacksonCodec;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How answers are shown: to people in columns, to programs a line of JSON each. What came from elsewhere cannot steer a terminal. */
final class Shown {

    private static final String GAP = "  ";

    @Option(names = "--json", description = "Print a line of JSON for each, for programs.")
    private boolean json;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandSpec spec;

    private final JacksonCodec codec = new JacksonCodec();

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    Shown() {}

    boolean isJson() {
        return json;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** A line of JSON with these fields, in their order. */
    void json(Map<String, ?> fields) {
        out().println(codec.encode(fields));
    }

    /** One line with all of them: with their names for programs, and without for people. */
    void words(Map<String, Object> fields) {
        if (json) {
            json(fields);
        } else {
            line(String.join(" ", fields.values().stream().map(Object::toString).toList()));
        }
    }

    /** For people; where it has several lines, all of them. */
    void line(String text) {
        if (text.isEmpty()) {
            out().println();
        }
        text.lines().forEach(each -> out().println(printable(each)));
    }

    /** Rows under these names, each column as wide as its widest entry, and the last as long as it is. */
    void table(List<String> names, List<List<String>> rows) {
        var all = new ArrayList<List<String>>();
        all.add(names);
        rows.forEach(row -> all.add(row.stream().map(Shown::printable).toList()));
        int[] widths = IntStream.range(0, names.size())
                .map(column -> width(all, column))
                .toArray();
        for (List<String> row : all) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String entry = row.get(column);
                line.append(column == 0 ? "" : GAP).append(entry);
                if (column < row.size() - 1) {
                    line.append(" ".repeat(widths[column] - entry.length()));
                }
            }
            out().println(line.toString().stripTrailing());
        }
    }

    private static String printable(String text) {
        return Printable.of(text, Integer.MAX_VALUE);
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
