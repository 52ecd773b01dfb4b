package dev.baton.benchmarks.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.benchmarks.verdict.Ledger;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PostConnectionTest {

    private static final String HEAD = "HTTP/1.1 201 Created\r\nX-Content-Length: 99\r\nCONTENT-length:  7\r\n\r\n";

    private interface Talk {
        void with(PostConnection connection, Selector selector, Socket service) throws IOException;
    }

    private static void talk(Talk talk) throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Selector selector = Selector.open();
                PostConnection connection = PostConnection.to(
                        (InetSocketAddress) server.getLocalSocketAddress(), selector, new Ledger().open(1));
                Socket service = server.accept()) {
            talk.with(connection, selector, service);
        }
    }

    private static int afterThis(String sent, PostConnection connection, Selector selector, Socket service)
            throws IOException {
        service.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
        selector.select(key -> {});
        return connection.receive();
    }

    @Test
    void an_answer_is_there_when_all_of_it_has_come_however_it_was_cut() throws IOException {
        String answer = HEAD + "{\"a\":1}";
        for (int cut : new int[] {1, 10, HEAD.length() - 1, HEAD.length(), answer.length() - 1}) {
            talk((connection, selector, service) -> {
                assertThat(afterThis(answer.substring(0, cut), connection, selector, service))
                        .isZero();
                assertThat(afterThis(answer.substring(cut), connection, selector, service))
                        .isEqualTo(201);
            });
        }
    }

    @Test
    void a_job_is_sent_as_a_request_with_its_length() throws IOException {
        talk((connection, selector, service) -> {
            connection.send(new Ledger().open(1), 0, "{\"type\":\"x\"}");
            InputStream in = service.getInputStream();
            var request = new StringBuilder();
            while (!request.toString().endsWith("}")) {
                request.append((char) in.read());
            }
            assertThat(request)
                    .startsWith("POST /api/v1/jobs HTTP/1.1\r\n")
                    .endsWith("Content-Length: 12\r\n\r\n{\"type\":\"x\"}");
        });
    }

    @Test
    void what_is_no_answer_of_this_protocol_is_an_error() throws IOException {
        for (String other : new String[] {
            "HTTP/1.0 201 Created\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 2x1 Created\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 201 Created\r\nContent-Length: some\r\n\r\n",
            "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n"
        }) {
            talk((connection, selector, service) -> assertThatThrownBy(
                            () -> afterThis(other, connection, selector, service))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not understood"));
        }
    }
}
