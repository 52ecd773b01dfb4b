package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.server.Printed;
import dev.baton.server.client.CuttingProxy;
import dev.baton.server.client.ServiceAddress;
import dev.baton.server.client.ServiceClient;
import dev.baton.server.serve.RunningService;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real service behind a proxy that lets requests through, and cuts the connection when they are answered. */
class LostAnswerTest {

    @TempDir
    private static Path folder;

    private static RunningService service;
    private static int port;

    @BeforeAll
    static void open() {
        service = RunningService.on(folder.resolve("app.db"), Map.of("types", "receipt.send"));
        port = URI.create(service.url()).getPort();
    }

    @AfterAll
    static void close() {
        service.close();
    }

    private static List<String> listed(String queue) {
        return Printed.of(List.of("list", "--server", service.url(), "--queue", queue, "--json"))
                .out()
                .lines()
                .toList();
    }

    @Test
    void a_job_whose_answer_was_lost_is_asked_for_again_and_added_once() {
        try (var proxy = new CuttingProxy(port, 1)) {
            Printed added = Printed.of(
                    List.of("enqueue", "--server", proxy.url(), "receipt.send", "{}", "--queue", "once", "--json"));

            assertThat(added.code()).isZero();
            assertThat(added.err()).contains("with --key baton-enqueue-").contains("asking again with the same key");
            assertThat(added.out()).contains("\"answer\":\"EXISTING\"");
            assertThat(proxy.connections()).isEqualTo(2);
            assertThat(listed("once"))
                    .singleElement()
                    .asString()
                    .contains(added.out().substring(7, 43))
                    .contains("\"key\":\"baton-enqueue-");
        }
    }

    @Test
    void if_no_answer_ever_comes_nobody_claims_to_know_and_the_key_is_told() {
        var told = new ArrayList<String>();
        var pauses = new ArrayList<String>();
        try (var proxy = new CuttingProxy(port, 3)) {
            var client = new ServiceClient(
                    ServiceAddress.of(proxy.url(), false), Optional.empty(), ServiceClient.Limits.USUAL);
            var place = new ServerPlace(client, InstantSource.system(), () -> pauses.add("a while"), told::add);

            assertThatThrownBy(() -> place.enqueue("receipt.send", "{\"order\":\"7\"}", new Wanted()))
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("OUTCOME_UNKNOWN"))
                    .hasMessageContaining("Send the same again with --key baton-enqueue-");
            assertThat(proxy.connections()).isEqualTo(3);
        }
        assertThat(pauses).hasSize(1);
        String key = told.get(0).split("--key ")[1].split(":")[0];
        Printed again = Printed.of(
                List.of("enqueue", "--server", service.url(), "receipt.send", "{\"order\":\"7\"}", "--key", key));
        assertThat(again.out()).contains(" EXISTING ");
        assertThat(again.err()).isEmpty();
    }

    @Test
    void an_act_whose_answer_was_lost_is_not_repeated_blindly() {
        String added = Printed.of(List.of("enqueue", "--server", service.url(), "receipt.send", "{}", "--queue", "act"))
                .out();
        String id = added.substring(0, 36);
        try (var proxy = new CuttingProxy(port, 1)) {
            Printed cancelled = Printed.of(List.of("cancel", "--server", proxy.url(), id));

            assertThat(cancelled.code()).isEqualTo(3);
            assertThat(cancelled.err())
                    .startsWith("baton: NO_ANSWER: ")
                    .contains("nobody knows whether it was done. Look before you ask again");
            assertThat(proxy.connections()).isEqualTo(1);
        }
        assertThat(listed("act")).singleElement().asString().contains("\"state\":\"CANCELLED\"");
    }
}
