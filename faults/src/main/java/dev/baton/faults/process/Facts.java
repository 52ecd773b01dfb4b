package dev.baton.faults.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What a run of tests found out, in plain words for whoever writes a report: a properties file under {@code target/proof}. */
final class Facts {

    private final Path file;
    private final Map<String, String> facts = new TreeMap<>();

    /** Facts under this name. */
    Facts(String name) {
        this.file = Path.of("target", "proof", name + ".properties");
    }

    Facts put(String key, Object value) {
        facts.put(key, String.valueOf(value));
        return this;
    }

    void write() throws IOException {
        Files.createDirectories(file.getParent());
        var text = new StringBuilder();
        facts.forEach((key, value) -> text.append(key)
                .append('=')
                .append(value.replace("\\", "\\\\").replace("\n", "\\n"))
                .append('\n'));
        Files.writeString(file, text);
    }
}
