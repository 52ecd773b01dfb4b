package dev.baton.outbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Payment;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has no certificate for the name of a rail sees nothing of what it is sent, whatever address the name leads to. */
class HttpsTest {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String ADDRESS = InetAddress.getLoopbackAddress().getHostAddress();
    /** For two names each, as it takes a second to make them: what is right, and what is only almost so. */
    private static final String RIGHT = "dns:localhost,dns:bank.invalid";

    private static final String OTHER = "dns:other.example,ip:" + ADDRESS;
    private static final Map<String, KeyStore> MADE = new ConcurrentHashMap<>();

    @TempDir
    static Path folder;

    private final AtomicInteger requests = new AtomicInteger();
    /** What the head of a request, and before that TLS, asked for. */
    private final List<String> asked = new CopyOnWriteArrayList<>();

    private static KeyStore keysOf(String certified) throws Exception {
        KeyStore made = MADE.get(certified);
        if (made == null) {
            made = made(certified);
            MADE.put(certified, made);
        }
        return made;
    }

    /** Keys, and a certificate for these names that they have signed themselves. */
    private static KeyStore made(String certified) throws Exception {
        Path file = folder.resolve(certified.hashCode() + ".p12");
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process made = new ProcessBuilder(
                        tool,
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=test",
                        "-ext",
                        "san=" + certified,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.txt").toFile())
                .start();
        assertThat(made.waitFor(50, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    /** One that shows this certificate, and trusts it. */
    private static SSLContext context(KeyStore keys) throws Exception {
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }

    private HttpsServer start(SSLContext context) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/pay", exchange -> {
            requests.incrementAndGet();
            asked.add(exchange.getRequestHeaders().getFirst("Host"));
            var session = (ExtendedSSLSession) ((HttpsExchange) exchange).getSSLSession();
            session.getRequestedServerNames().forEach(named -> asked.add(named.toString()));
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static HttpRail to(HttpsServer server) {
        return HttpRail.to(URI.create("https://localhost:" + server.getAddress().getPort() + "/pay"))
                .allowInside("localhost");
    }

    private static String send(HttpRail rail) throws Exception {
        var payment =
                new Payment(new Instruction("instr", "key"), "alice", "bank", Money.of("12.50", "EUR"), "DE02 1203");
        return rail.line(Codes.accepting("HTTP_201"))
                .send(new Dispatch("r-1", payment, 1, 1, 1))
                .code();
    }

    @Test
    void a_request_goes_to_who_has_a_trusted_certificate_for_the_name_and_to_nobody_else() throws Exception {
        SSLContext right = context(keysOf(RIGHT));
        HttpsServer server = start(right);
        try {
            assertThat(send(to(server).tls(right))).isEqualTo("HTTP_201");
            assertThat(send(to(server))).as("nobody trusts it").isEqualTo("NOT_SENT");
            assertThat(requests.get()).isEqualTo(1);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void who_is_trusted_under_another_name_is_sent_nothing() throws Exception {
        SSLContext other = context(keysOf(OTHER));
        HttpsServer server = start(other);
        try {
            assertThat(send(to(server).tls(other))).isEqualTo("NOT_SENT");
            assertThat(requests.get()).isZero();
        } finally {
            server.stop(0);
        }
    }

    /** A name that nobody else knows: had the client looked it up by itself, nothing would have arrived. */
    private static HttpRail pinned(HttpsServer server) {
        return HttpRail.to(
                        URI.create("https://Bank.Invalid:" + server.getAddress().getPort() + "/pay"))
                .allowInside("bank.invalid")
                .directory(host -> new InetAddress[] {InetAddress.getLoopbackAddress()});
    }

    @Test
    void a_request_goes_to_the_address_that_was_checked_and_asks_there_for_the_name() throws Exception {
        SSLContext right = context(keysOf(RIGHT));
        HttpsServer server = start(right);
        try {
            assertThat(send(pinned(server).tls(right))).isEqualTo("HTTP_201");
            assertThat(asked)
                    .containsExactly(
                            "bank.invalid:" + server.getAddress().getPort(), "type=host_name (0), value=bank.invalid");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void who_has_a_certificate_for_the_address_alone_is_sent_nothing() throws Exception {
        SSLContext address = context(keysOf(OTHER));
        HttpsServer server = start(address);
        try {
            assertThat(send(pinned(server).tls(address))).isEqualTo("NOT_SENT");
            assertThat(requests.get()).isZero();
        } finally {
            server.stop(0);
        }
    }
}
