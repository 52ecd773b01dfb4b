package dev.baton.faults.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes docs/faults.md from its template and from what the tests reported. In the template <code>{{test: fact}}</code> stands
 * for one fact, <code>{{table test}}</code> for all facts of a test, <code>{{commit}}</code> and <code>{{machine}}</code> for
 * where the tests ran. A fact that is missing, as its test failed or did not run, stops the page.
 */
public final class FaultsPage {

    private static final Pattern PLACE = Pattern.compile("\\{\\{(.+?)}}");
    private static final String TABLE = "table ";

    private final Facts facts;
    private final Map<String, String> surroundings;

    FaultsPage(Facts facts, Map<String, String> surroundings) {
        this.facts = facts;
        this.surroundings = surroundings;
    }

    /** Takes the root of the checkout, the commit, and what the machine is. */
    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        var page = new FaultsPage(Facts.read(root), Map.of("commit", arguments[1], "machine", arguments[2]));
        Path file = root.resolve("docs/faults.md");
        Files.writeString(file, page.fill(template()));
        System.out.println("Written: " + file);
    }

    static String template() {
        try (InputStream template = FaultsPage.class.getResourceAsStream("faults.template")) {
            return new String(Objects.requireNonNull(template).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String fill(String template) {
        return PLACE.matcher(template).replaceAll(place -> Matcher.quoteReplacement(value(place.group(1))));
    }

    private String value(String place) {
        if (surroundings.containsKey(place)) {
            return surroundings.get(place);
        }
        if (place.startsWith(TABLE)) {
            return facts.of(place.substring(TABLE.length())).entrySet().stream()
                    .map(fact -> "| " + fact.getKey() + " | " + readable(fact.getValue()) + " |")
                    .collect(Collectors.joining("\n"));
        }
        String[] parts = place.split(": ", 2);
        String value = facts.of(parts[0], parts[1]);
        return parts[1].endsWith("seed") ? value : readable(value);
    }

    /** Large numbers with their thousands apart. */
    private static String readable(String value) {
        return value.matches("\\d{4,18}") ? String.format(Locale.ROOT, "%,d", Long.parseLong(value)) : value;
    }
}
