package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SerialFilterTest {

    /** Runs the program, and looks at its end what it has made of its JVM. */
    static final class Probe {
        public static void main(String[] args) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(pinned() + " " + read())));
            Main.main(new String[] {"--version"});
        }

        /** Whether a request may name its host, so that it can be sent to an address. */
        private static String pinned() {
            return HttpRequest.newBuilder().setHeader("Host", "example.com") != null ? "pinned" : "";
        }

        private static String read() {
            try {
                var bytes = new ByteArrayOutputStream();
                try (var out = new ObjectOutputStream(bytes)) {
                    out.writeObject(new ArrayList<>(List.of("harmless")));
                }
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
                return "accepted";
            } catch (InvalidClassException refused) {
                return "refused";
            } catch (IOException | ClassNotFoundException other) {
                return other.toString();
            }
        }
    }

    @Test
    void nothing_in_the_program_is_made_of_a_serialised_object_and_its_requests_go_where_was_looked() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Probe.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(program.waitFor()).as(said).isZero();
        assertThat(said).contains("baton ").endsWith("pinned refused\n");
    }
}
