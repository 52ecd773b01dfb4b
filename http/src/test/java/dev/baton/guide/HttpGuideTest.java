package dev.baton.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.http.Admission;
import dev.baton.http.BatonServlet;
import dev.baton.http.Origins;
import dev.baton.http.Role;
import dev.baton.http.Tokens;
import dev.baton.job.JobType;
import dev.baton.store.memory.MemoryStore;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Principal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the guide to HTTP shows is taken from here, and its commands are carried out. */
class HttpGuideTest {

    record Receipt(String order, int cents) {}

    private static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class);
    private static final Pattern BLOCK = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("(curl .*?) # (\\d{3})\\n", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    private final Baton baton =
            Baton.on(new MemoryStore(InstantSource.system())).enqueues(RECEIPT).start();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final ServletContextHandler context = new ServletContextHandler();

    @AfterEach
    void close() throws Exception {
        server.stop();
        baton.close();
    }

    private void start() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(context);
        server.start();
    }

    private int asked(String login, String path) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + connector.getLocalPort() + path))
                                .header("X-Login", login)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    /** As an application's own security does it: somebody is logged in, and has roles. */
    private static Filter security(Map<String, List<String>> roles) {
        return (request, response, chain) -> {
            String login = ((HttpServletRequest) request).getHeader("X-Login");
            chain.doFilter(
                    new HttpServletRequestWrapper((HttpServletRequest) request) {
                        @Override
                        public Principal getUserPrincipal() {
                            return login.isEmpty() ? null : () -> login;
                        }

                        @Override
                        public boolean isUserInRole(String role) {
                            return roles.getOrDefault(login, List.of()).contains(role);
                        }
                    },
                    response);
        };
    }

    @Test
    void mounted_in_an_application_it_is_under_its_security_and_denies_by_default() throws Exception {
        context.addFilter(
                new FilterHolder(security(Map.of("alice", List.of("baton-viewer"), "bob", List.of("viewer")))),
                "/*",
                EnumSet.of(DispatcherType.REQUEST));
        // snippet: mount
        context.addServlet(new ServletHolder(BatonServlet.on(baton).build()), "/api/v1/*");
        // end of snippet
        start();

        assertThat(asked("alice", "/api/v1/stats")).isEqualTo(200);
        assertThat(asked("bob", "/api/v1/stats")).isEqualTo(403);
        assertThat(asked("", "/api/v1/stats")).isEqualTo(401);
    }

    private BatonServlet withTokens(String shopToken, String sha256OfOpsToken) {
        return
        // snippet: tokens
        BatonServlet.on(baton)
                .access(Tokens.none()
                        .and("shop", shopToken, Role.SUBMITTER, Role.VIEWER)
                        .andHashed("ops", sha256OfOpsToken, Role.VIEWER, Role.OPERATOR))
                .origins(Origins.hosts("jobs.example.com"))
                .admission(Admission.atOnce(100))
                .build();
        // end of snippet
    }

    @Test
    void tokens_are_known_by_themselves_or_by_their_hash() throws Exception {
        String shop = Tokens.random();
        // printf %s an-example-of-a-token-that-is-long-enough-0123 | sha256sum
        String hash = "ad53f4cac7e89106e4c47e44934fdb94cf63c117566f25aab80646805e586cd1";
        context.addServlet(new ServletHolder(withTokens(shop, hash)), "/api/v1/*");
        start();

        assertThat(named("jobs.example.com", shop)).isEqualTo(200);
        assertThat(named("jobs.example.com", "an-example-of-a-token-that-is-long-enough-0123"))
                .isEqualTo(200);
        assertThat(named("jobs.example.com", Tokens.random())).isEqualTo(401);
        assertThat(named("127.0.0.1", shop)).as("another name").isEqualTo(403);
    }

    private int named(String host, String token) throws Exception {
        try (var socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.getOutputStream()
                    .write(("GET /api/v1/stats HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + token
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ", 3)[1]);
        }
    }

    @Test
    void every_command_of_the_guide_is_answered_as_it_says() throws Exception {
        String token = Tokens.random();
        context.addServlet(
                new ServletHolder(BatonServlet.on(baton)
                        .access(Tokens.none().and("reader", token, Role.ADMIN))
                        .origins(Origins.loopback())
                        .build()),
                "/api/v1/*");
        start();
        String guide = Files.readString(Path.of(System.getProperty("baton.root"), "docs", "guide", "http.md"));
        String address = "http://localhost:" + connector.getLocalPort() + "/api/v1";
        String id = "";
        var statuses = new ArrayList<String>();

        for (Matcher block = BLOCK.matcher(guide); block.find(); ) {
            for (Matcher command = COMMAND.matcher(block.group(1)); command.find(); ) {
                String line = command.group(1)
                        .replace("\\\n", " ")
                        .replace("$BATON", address)
                        .replace("$TOKEN", token)
                        .replace("$ID", id);
                HttpResponse<String> response = client.send(request(line), HttpResponse.BodyHandlers.ofString());
                assertThat(String.valueOf(response.statusCode()))
                        .as(line + "\n" + response.body())
                        .isEqualTo(command.group(2));
                Matcher found = ID.matcher(response.body());
                id = id.isEmpty() && found.find() ? found.group(1) : id;
                statuses.add(command.group(2));
            }
        }

        assertThat(statuses).hasSize(14);
        assertThat(guide.split("curl \"\\$", -1)).as("all of them").hasSize(15);
    }

    /** What curl makes of this line. */
    private static HttpRequest request(String line) {
        List<String> words = new ArrayList<>();
        for (Matcher word = WORD.matcher(line); word.find(); ) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(words.get(1)));
        for (int i = 2; i < words.size(); i += 2) {
            String value = words.get(i + 1);
            switch (words.get(i)) {
                case "-H" -> request.header(value.split(": ", 2)[0], value.split(": ", 2)[1]);
                case "-d" -> request.POST(HttpRequest.BodyPublishers.ofString(value));
                default -> throw new AssertionError("Not understood: " + words.get(i));
            }
        }
        return request.build();
    }
}
