package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

    private static final String PASSWORD = "changeit";

    @TempDir
    private Path folder;

    /** Keys, and a certificate for this machine that they have signed themselves. */
    private Path keys() throws Exception {
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

    private static SSLContext trusting(Path file) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void with_a_keystore_it_speaks_tls_and_nothing_else() throws Exception {
        Path keys = keys();
        Map<Setting, String> settings = Map.of(Setting.TLS_KEYSTORE, keys.toString(), Setting.TLS_PASSWORD, PASSWORD);
        try (RunningService service = RunningService.in(folder, settings)) {
            HttpClient client =
                    HttpClient.newBuilder().sslContext(trusting(keys)).build();
            HttpRequest request =
                    HttpRequest.newBuilder(service.at("/api/v1/jobs")).build();

            assertThat(request.uri().getScheme()).isEqualTo("https");
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
            try (var open = new RawConnection(service.port())) {
                assertThat(open.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
                                .answer())
                        .doesNotContain("live");
            }
        }
    }

    @Test
    void a_keystore_that_cannot_be_read_ends_the_start_without_its_password() throws Exception {
        Map<Setting, String> settings =
                Map.of(Setting.TLS_KEYSTORE, keys().toString(), Setting.TLS_PASSWORD, "wrong-secret");

        assertThatThrownBy(() -> RunningService.in(folder, settings))
                .hasMessageContaining("password")
                .hasMessageNotContaining("wrong-secret");
    }
}
