package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.http.Site.Reply;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OriginsTest {

    private static final String JOB = "{\"type\":\"receipt.send\",\"payload\":{\"order\":\"42\",\"cents\":100}}";

    /** As on loopback: no token is asked for. */
    private final Site site = Site.with(api -> api.access(Access.everybody(Role.values())));

    @AfterEach
    void close() {
        site.close();
    }

    private HttpRequest.Builder bare(String path) {
        return HttpRequest.newBuilder(site.uri(path));
    }

    private HttpRequest.Builder submitting() {
        return bare("/jobs").header("Content-Type", "application/json").POST(BodyPublishers.ofString(JOB));
    }

    private void refused(Reply reply) {
        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.code()).isEqualTo("BAD_ORIGIN");
        assertThat(site.stored()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:80",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "0.0.0.0",
                "[::2]"
            })
    void a_name_that_is_not_ours_is_refused_though_it_leads_here(String host) {
        refused(site.send(bare("/stats").setHeader("Host", host)));
        refused(site.send(submitting().setHeader("Host", host).header("X-Baton-Csrf", "1")));
    }

    @Test
    void no_names_at_all_and_blank_ones_are_refused_and_do_not_mean_any() {
        assertThatIllegalArgumentException().isThrownBy(Origins::hosts);
        assertThatIllegalArgumentException().isThrownBy(() -> Origins.hosts("jobs.example.com", " "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "null", "*", "ops.example.com", "https://ops.example.com/", "https://u@ops.example.com"})
    void what_no_browser_calls_a_page_of_ours_is_not_taken_for_one(String origin) {
        assertThatIllegalArgumentException().isThrownBy(() -> Origins.loopback().pagesOf(origin));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:1234", "LOCALHOST", "127.0.0.1", "[::1]", "[::1]:80"})
    void names_of_this_machine_are_ours_on_any_port(String host) {
        assertThat(site.send(bare("/stats").setHeader("Host", host)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "null", "http://127.0.0.1:1", "http://localhost", "file://", ""})
    void a_page_of_another_origin_is_refused_whatever_it_asks(String origin) {
        refused(site.send(bare("/stats").header("Origin", origin)));
        refused(site.send(submitting().header("Origin", origin).header("X-Baton-Csrf", "1")));
    }

    @Test
    void a_page_of_our_own_is_let_in_and_so_is_one_that_we_know_by_another_name() {
        String own = "http://127.0.0.1:" + site.port();
        assertThat(site.send(bare("/stats").header("Origin", own)).status()).isEqualTo(200);
        refused(site.send(bare("/stats").header("Origin", own.replace("http", "https"))));

        try (Site proxied = Site.with(api -> api.access(Access.everybody(Role.VIEWER))
                .origins(Origins.hosts("127.0.0.1").pagesOf("https://ops.example.com")))) {
            HttpRequest.Builder asked =
                    HttpRequest.newBuilder(proxied.uri("/stats")).header("Origin", "https://ops.example.com");
            assertThat(proxied.send(asked).status()).isEqualTo(200);
        }
    }

    @Test
    void a_browser_that_says_it_asks_for_another_site_is_refused() {
        refused(site.send(bare("/stats").header("Sec-Fetch-Site", "cross-site")));
        refused(site.send(bare("/stats").header("Sec-Fetch-Site", "same-site")));
        assertThat(site.send(bare("/stats").header("Sec-Fetch-Site", "none")).status())
                .isEqualTo(200);
    }

    @Test
    void a_change_with_cookies_or_without_a_token_needs_the_header_that_no_foreign_page_can_send() {
        refused(site.send(submitting()));
        refused(site.send(submitting().header("X-Baton-Csrf", "")));
        refused(site.send(submitting().header("Authorization", "Basic YWxpY2U6c2VjcmV0")));
        refused(site.send(submitting().header("Authorization", "Bearer x").header("Cookie", "session=1")));

        assertThat(site.send(submitting().header("Authorization", "Bearer x")).status())
                .isEqualTo(201);
        assertThat(site.send(submitting().header("X-Baton-Csrf", "1")).status()).isEqualTo(201);
        assertThat(site.send(submitting().header("Cookie", "session=1").header("X-Baton-Csrf", "1"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void every_change_needs_that_header() {
        List<Route> changes = Routes.of(Overview.notBegun(), false).all().stream()
                .filter(route -> route.verb() == Route.Verb.POST)
                .toList();

        assertThat(changes)
                .hasSizeGreaterThan(15)
                .allSatisfy(route -> refused(
                        site.send(bare(route.path().text().replace("{id}", "x").replace("{name}", "x"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{}")))));
    }

    @Test
    void every_answer_tells_browsers_to_do_nothing_with_it() {
        for (Reply reply : List.of(
                site.send(bare("/stats")),
                site.send(bare("/nothing")),
                site.send(bare("/stats").header("Origin", "https://evil.example")),
                site.send(submitting().header("X-Baton-Csrf", "1")))) {
            Map<String, List<String>> headers = reply.response().headers().map();
            assertThat(reply.header("Content-Security-Policy"))
                    .hasValueSatisfying(policy -> assertThat(policy)
                            .startsWith("default-src 'none'")
                            .contains("frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"));
            assertThat(reply.header("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(reply.header("Referrer-Policy")).hasValue("no-referrer");
            assertThat(reply.header("Cache-Control")).hasValue("no-store");
            assertThat(headers.keySet()).noneMatch(name -> name.toLowerCase().startsWith("access-control"));
        }
    }
}
