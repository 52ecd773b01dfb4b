package dev.baton.faults.power;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Programs of the operating system. */
final class Programs {

    private Programs() {}

    /** Runs one, and throws with its words if it fails. */
    static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.onExit().join().exitValue() != 0) {
            throw new IllegalStateException(
                    "Power cuts need root, loop devices and ext4, so that a file system can be mounted"
                            + " and looked at: " + String.join(" ", command) + " said: " + said);
        }
    }
}
