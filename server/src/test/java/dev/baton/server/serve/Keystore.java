package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

/** A file with keys, and a certificate for this machine that they have signed themselves. */
public final class Keystore {

    /** Of the file. */
    public static final String PASSWORD = "changeit";

    private Keystore() {}

    /** In this folder. */
    public static Path in(Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("keys.p12");
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.txt").toFile())
                .start();
        assertThat(made.waitFor()).isZero();
        return file;
    }
}
