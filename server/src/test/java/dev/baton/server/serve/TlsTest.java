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

    @TempDir
    private Path folder;

    private static SSLContext trusting(Path file) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, Keystore.PASSWORD.toCharArray());
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void with_a_keystore_it_speaks_tls_and_nothing_else() throws Exception {
        Path keys = Keystore.in(folder);
        Map<Setting, String> settings =
                Map.of(Setting.TLS_KEYSTORE, keys.toString(), Setting.TLS_PASSWORD, Keystore.PASSWORD);
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
                Map.of(Setting.TLS_KEYSTORE, Keystore.in(folder).toString(), Setting.TLS_PASSWORD, "wrong-secret");

        assertThatThrownBy(() -> RunningService.in(folder, settings))
                .hasMessageContaining("password")
                .hasMessageNotContaining("wrong-secret");
    }
}
