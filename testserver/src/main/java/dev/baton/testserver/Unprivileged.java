package dev.baton.testserver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to run what refuses to run as root: as it is for an ordinary user, and for root by the first way that works here. */
final class Unprivileged {

    private static final int NOBODY = 65534;
    private static final List<List<String>> WAYS = List.of(
            List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"),
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"),
            List.of("runuser", "-u", "nobody", "--"),
            List.of("unshare", "-U"));

    private static final Unprivileged HERE = find();

    private final List<String> prefix;

    private Unprivileged(List<String> prefix) {
        this.prefix = prefix;
    }

    static Unprivileged here() {
        return HERE;
    }

    List<String> command(List<String> command) {
        var whole = new ArrayList<>(prefix);
        whole.addAll(command);
        return whole;
    }

    /** Runs this to its end. */
    void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(command))
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + "\n" + said);
        }
    }

    /** Makes a file or folder theirs who run the commands. */
    void own(Path path) throws IOException {
        if (!prefix.isEmpty() && !prefix.get(0).equals("unshare")) {
            Files.setAttribute(path, "unix:uid", NOBODY);
        }
    }

    private static Unprivileged find() {
        if (!answers(List.of("id", "-u"), "0")) {
            return new Unprivileged(List.of());
        }
        for (List<String> way : WAYS) {
            var whoAmI = new ArrayList<>(way);
            whoAmI.addAll(List.of("id", "-u"));
            if (answers(whoAmI, String.valueOf(NOBODY))) {
                return new Unprivileged(way);
            }
        }
        throw new IllegalStateException(
                "PostgreSQL does not run as root, and none of setpriv, runuser and unshare works here. "
                        + "Run the build as another user.");
    }

    private static boolean answers(List<String> command, String answer) {
        try {
            Process process = new ProcessBuilder(command).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 && said.strip().equals(answer);
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
