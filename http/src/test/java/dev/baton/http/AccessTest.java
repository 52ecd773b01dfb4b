package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.http.Site.Reply;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Outcome;
import dev.baton.store.memory.MemoryStore;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccessTest {

    private static final String ID = "0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b";

    private static HttpRequest.Builder asked(Site site, Route route, String token) {
        String path = route.path().text().replace("{id}", ID).replace("{name}", "none");
        HttpRequest.Builder request = HttpRequest.newBuilder(site.uri(path)).header("Authorization", "Bearer " + token);
        return route.verb() == Route.Verb.GET
                ? request.GET()
                : request.header("Content-Type", "application/json").POST(BodyPublishers.ofString("{\"no\":1}"));
    }

    @Test
    void every_route_is_open_to_its_own_role_and_to_admins_and_to_nobody_else() {
        var tokens = new LinkedHashMap<Role, String>();
        Tokens all = Tokens.none();
        for (Role role : Role.values()) {
            tokens.put(role, Tokens.random());
            all = all.and(role.name(), tokens.get(role), role);
        }
        Tokens known = all;
        try (Site site = Site.with(api -> api.access(known))) {
            var wrong = new ArrayList<String>();
            for (Route route : Routes.of(Overview.notBegun(), false).all()) {
                tokens.forEach((role, token) -> {
                    int status = site.send(asked(site, route, token)).status();
                    boolean may = role == route.role() || role == Role.ADMIN;
                    if (may == (status == 403) || status == 401 || status >= 500) {
                        wrong.add(role + " " + route.verb() + " " + route.path().text() + ": " + status);
                    }
                });
            }

            assertThat(wrong).isEmpty();
        }
    }

    @Test
    void every_route_refuses_who_has_no_token() {
        try (Site site = Site.quiet()) {
            for (Route route : Routes.of(Overview.notBegun(), false).all()) {
                HttpRequest without = HttpRequest.newBuilder(
                                asked(site, route, "x").build(), (name, value) -> !name.equals("Authorization"))
                        .build();

                Reply reply = site.send(HttpRequest.newBuilder(without, (name, value) -> true));

                assertThat(reply.status()).as(route.path().text()).isEqualTo(401);
                assertThat(reply.code()).isEqualTo("AUTH");
                assertThat(reply.header("WWW-Authenticate")).isPresent();
            }
        }
    }

    @Test
    void a_token_that_is_wrong_or_sent_in_another_way_is_none() {
        try (Site site = Site.quiet()) {
            for (String header : List.of(
                    "Bearer " + Tokens.random(),
                    "Bearer ",
                    "Bearer " + site.token.substring(1),
                    "Bearer " + site.token + "x",
                    "Bearer " + "x".repeat(5_000),
                    "Basic " + site.token,
                    site.token)) {
                HttpRequest.Builder request =
                        HttpRequest.newBuilder(site.uri("/stats")).header("Authorization", header);

                assertThat(site.send(request).status()).as(header).isEqualTo(401);
            }
        }
    }

    @Test
    void a_token_can_be_replaced_by_another_while_both_are_valid() {
        String old = Tokens.random();
        String fresh = Tokens.random();
        Tokens both = Tokens.none().and("bob", old, Role.VIEWER).and("bob", fresh, Role.VIEWER);
        try (Site site = Site.with(api -> api.access(both))) {
            assertThat(stats(site, old)).isEqualTo(200);
            assertThat(stats(site, fresh)).isEqualTo(200);
        }
        try (Site site = Site.with(api -> api.access(Tokens.none().and("bob", fresh, Role.VIEWER)))) {
            assertThat(stats(site, old)).isEqualTo(401);
            assertThat(stats(site, fresh)).isEqualTo(200);
        }
    }

    @Test
    void a_hash_that_is_none_is_no_token() {
        assertThatThrownBy(() -> Tokens.none().andHashed("bob", "5f1e9f3f4d4b", Role.VIEWER))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_TOKEN"));
    }

    @Test
    void tokens_that_are_empty_short_or_nobodys_are_refused() {
        for (String token : List.of("", " ", "secret", "x".repeat(42), "a".repeat(63), "ö".repeat(50))) {
            assertThatThrownBy(() -> Tokens.none().and("bob", token, Role.VIEWER))
                    .isInstanceOfSatisfying(BatonException.class, e -> {
                        assertThat(e.code()).isEqualTo("BAD_TOKEN");
                        assertThat(token.isBlank() || !e.getMessage().contains(token))
                                .isTrue();
                    });
        }
        assertThatThrownBy(() -> Tokens.none().and("", Tokens.random(), Role.VIEWER))
                .isInstanceOf(BatonException.class);
        String ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assertThatThrownBy(() -> Tokens.none().andHashed("bob", ofNothing, Role.VIEWER))
                .isInstanceOf(BatonException.class);
        try (Site site = Site.with(api -> api.access(Tokens.none()))) {
            assertThat(stats(site, "")).isEqualTo(401);
        }
    }

    @Test
    void what_lets_a_lane_go_on_without_a_parked_job_is_not_for_every_operator() throws Exception {
        String token = Tokens.random();
        try (Site site = Site.on(
                new MemoryStore(InstantSource.system()),
                setup -> setup.decide(Site.HELD, "", (payload, run, me) -> Outcome.hold("WHO_KNOWS", "nobody")),
                api -> api.access(Tokens.none().and("op", token, Role.OPERATOR)))) {
            JobId id = site.baton
                    .enqueue(Site.HELD.job(new Site.Receipt("1", 1)).lane("alice"))
                    .id();
            site.baton.await(id, Duration.ofSeconds(60));

            for (String path : List.of(
                    "/jobs/" + id + "/skip",
                    "/jobs/" + id + "/discard",
                    "/jobs/actions/skip",
                    "/jobs/actions/discard")) {
                Site.Reply reply = site.send(site.posting(path, "{\"filter\":{\"lane\":\"alice\"}}")
                        .setHeader("Authorization", "Bearer " + token));
                assertThat(reply.status()).as(path).isEqualTo(403);
            }
            assertThat(site.baton.find(id).orElseThrow().standing().state()).isEqualTo(JobState.HELD);
        }
    }

    @Test
    void a_role_gives_nothing_but_itself() {
        var bob = new Caller("bob", java.util.Set.of(Role.OPERATOR));

        assertThat(bob.may(Role.OPERATOR)).isTrue();
        assertThat(bob.may(Role.VIEWER)).isFalse();
        assertThat(new Caller("", java.util.Set.of(Role.ADMIN)).may(Role.VIEWER))
                .isFalse();
    }

    private static int stats(Site site, String token) {
        return site.send(HttpRequest.newBuilder(site.uri("/stats")).header("Authorization", "Bearer " + token))
                .status();
    }

    /** Roles as an application's own security knows them. */
    static final Map<Role, String> IN_CONTAINERS = Map.of(
            Role.VIEWER, "baton-viewer",
            Role.PAYLOAD_VIEWER, "baton-payload-viewer",
            Role.SUBMITTER, "baton-submitter",
            Role.OPERATOR, "baton-operator",
            Role.PAYMENTS_OPERATOR, "baton-payments-operator",
            Role.ADMIN, "baton-admin");

    @Test
    void roles_have_names_of_their_own_in_an_applications_security() {
        IN_CONTAINERS.forEach(
                (role, name) -> assertThat(Access.nameInContainer(role)).isEqualTo(name));
    }
}
