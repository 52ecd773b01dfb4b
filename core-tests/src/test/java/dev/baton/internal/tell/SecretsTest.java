package dev.baton.internal.tell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JacksonCodec;
import dev.baton.job.Sensitive;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The values of a payload that are sensitive, wherever they are in it and however they are written. */
class SecretsTest {

    private static final String CANARY = "canary-7f3a";

    record One(String open, @Sensitive Object secret) {}

    record Nested(List<One> many, Optional<One> maybe) {}

    record Plain(String text, List<Integer> numbers) {}

    static Stream<Arguments> whereItCanBe() {
        return Stream.of(
                Arguments.of(new One("a", CANARY), CANARY),
                Arguments.of(new One("a", List.of(CANARY)), CANARY),
                Arguments.of(new One("a", Map.of(CANARY, "alice")), CANARY),
                Arguments.of(new One("a", Map.of("alice", CANARY)), CANARY),
                Arguments.of(new One("a", new String[] {CANARY}), CANARY),
                Arguments.of(new One("a", CANARY.toCharArray()), CANARY),
                Arguments.of(new One("a", CANARY.getBytes(StandardCharsets.UTF_8)), CANARY),
                Arguments.of(
                        new One("a", CANARY.getBytes(StandardCharsets.UTF_8)),
                        Base64.getEncoder().encodeToString(CANARY.getBytes(StandardCharsets.UTF_8))),
                Arguments.of(new One("a", 4_929_123_456L), "4929123456"),
                Arguments.of(new Nested(List.of(new One("a", CANARY)), Optional.empty()), CANARY),
                Arguments.of(new Nested(List.of(), Optional.of(new One("a", CANARY))), CANARY));
    }

    @ParameterizedTest
    @MethodSource("whereItCanBe")
    void a_secret_is_hidden_wherever_it_is_in_a_payload(Object payload, String shown) {
        assertThat(Secrets.of(payload).hide("it is " + shown + "!")).isEqualTo("it is ***!");
    }

    @Test
    void a_secret_is_hidden_as_json_writes_it() {
        var payload = new One("a", "canary \"7f3a\"\n");

        assertThat(Secrets.of(payload).hide(new JacksonCodec().encode(payload))).doesNotContain("7f3a");
    }

    @Test
    void what_is_not_marked_and_what_is_too_short_is_shown() {
        assertThat(Secrets.of(new One(CANARY, "abc")).hide(CANARY + " abc")).isEqualTo(CANARY + " abc");
        assertThat(Secrets.areIn(Plain.class)).isFalse();
    }
}
