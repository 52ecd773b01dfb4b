package dev.baton.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonToken;

class StrictJsonTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ \"a\" : [1, {\"b\":null}], \"c\":{} }",
                "[ [], {\"x\" : [true]} , 2]",
                "\"a \\\"text\\\" with \\u0041 and \uFFFD\"",
                "\"\"",
                "-1.50e3",
                "true",
                "null",
                "{}",
                "[]"
            })
    void a_field_is_kept_exactly_as_it_was_written_wherever_it_stands(String written) {
        String body = "{ \"first\" : " + written + " ,\n\"second\":{\"first\":0} , \"third\": " + written + "\t}";

        Map<String, StrictJson.Value> fields = StrictJson.object(body.getBytes(UTF_8));

        assertThat(fields.keySet()).containsExactly("first", "second", "third");
        assertThat(fields.get("first").raw()).isEqualTo(written);
        assertThat(fields.get("second").raw()).isEqualTo("{\"first\":0}");
        assertThat(fields.get("third").raw()).isEqualTo(written);
    }

    @Test
    void a_value_says_what_it_is_and_what_it_says_if_it_is_a_single_one() {
        Map<String, StrictJson.Value> fields =
                StrictJson.object("{\"o\":{\"a\":1},\"l\":[2],\"t\":\"x\\n\",\"n\":7,\"z\":null}".getBytes(UTF_8));

        assertThat(fields)
                .containsEntry("o", new StrictJson.Value(JsonToken.START_OBJECT, "{\"a\":1}", null))
                .containsEntry("l", new StrictJson.Value(JsonToken.START_ARRAY, "[2]", null))
                .containsEntry("t", new StrictJson.Value(JsonToken.VALUE_STRING, "\"x\\n\"", "x\n"))
                .containsEntry("n", new StrictJson.Value(JsonToken.VALUE_NUMBER_INT, "7", "7"))
                .containsEntry("z", new StrictJson.Value(JsonToken.VALUE_NULL, "null", "null"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{\"type\":\"x\"}]", "[]", "\"type\"", "5", "null"})
    void what_is_no_object_has_no_fields(String body) {
        assertThatThrownBy(() -> StrictJson.object(body.getBytes(UTF_8)))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refused -> assertThat(refused.problem().code()).isEqualTo("BAD_VALUE"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[{\"a\":1,\"a\":2}]", "{\"p\":[{\"a\":{\"b\":1,\"b\":1}}]}"})
    void a_field_that_is_there_twice_is_found_at_any_depth(String body) {
        assertThatThrownBy(() -> StrictJson.object(body.getBytes(UTF_8)))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refused -> assertThat(refused.problem().code()).isEqualTo("DUPLICATE_FIELD"));
    }
}
