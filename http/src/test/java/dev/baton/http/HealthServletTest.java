package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.store.memory.MemoryStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthServletTest {

    private final Baton baton =
            Baton.on(new MemoryStore(InstantSource.system())).start();
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void open() throws Exception {
        var context = new ServletContextHandler("/");
        context.addServlet(new ServletHolder(HealthServlet.of(baton)), "/health/*");
        server.setHandler(context);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
    }

    @AfterEach
    void close() throws Exception {
        server.stop();
        baton.close();
    }

    private HttpResponse<String> asked(String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + connector.getLocalPort() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void beside_an_engine_it_is_live_and_ready_until_that_is_closed() throws Exception {
        assertThat(asked("GET", "/health/live").body()).isEqualTo("{\"status\":\"live\"}");
        assertThat(asked("GET", "/health/ready").body()).isEqualTo("{\"status\":\"ready\"}");

        baton.close();

        assertThat(asked("GET", "/health/ready").statusCode()).isEqualTo(503);
        assertThat(asked("GET", "/health/ready").body()).contains("\"reason\":\"it is starting, or stopping\"");
        assertThat(asked("GET", "/health/live").statusCode()).isEqualTo(503);
    }

    @Test
    void whatever_else_is_asked_for_or_tried_is_refused() throws Exception {
        assertThat(asked("GET", "/health/").statusCode()).isEqualTo(404);
        assertThat(asked("GET", "/health/live/x").statusCode()).isEqualTo(404);
        for (String method : new String[] {"POST", "DELETE", "TRACE", "OPTIONS", "get"}) {
            HttpResponse<String> refused = asked(method, "/health/live");
            assertThat(refused.statusCode()).as(method).isEqualTo(405);
            assertThat(refused.headers().firstValue("Allow")).hasValue("GET");
        }
    }
}
