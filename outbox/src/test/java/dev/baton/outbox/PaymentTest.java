package dev.baton.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaymentTest {

    private static final Money AMOUNT = Money.of("1", "EUR");
    private static final Instruction INSTRUCTION = new Instruction("i", "k");

    private static void assertCode(String code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @ParameterizedTest
    @CsvSource({"'', REQUIRED", "' ', REQUIRED", "a/b, BAD_ID", "a b, BAD_ID", "\u00e4, BAD_ID"})
    void ids_are_plain_so_that_two_of_them_make_one_name_that_no_others_make(String id, String code) {
        assertCode(code, () -> new Instruction(id, "k"));
        assertCode(code, () -> new Instruction("i", id));
        assertCode(code, () -> new Payment(INSTRUCTION, id, "sepa", AMOUNT, "there"));
        assertCode(code, () -> new Payment(INSTRUCTION, "alice", id, AMOUNT, "there"));
    }

    @Test
    void an_id_of_99_characters_fits_and_one_more_does_not() {
        assertThat(new Instruction("i".repeat(99), "k".repeat(99)).unique()).hasSize(199);
        assertCode("BAD_ID", () -> new Instruction("i".repeat(100), "k"));
    }

    @Test
    @Tag("R-003-10")
    void a_destination_is_there_and_not_too_long() {
        assertCode("INVALID_DESTINATION", () -> new Payment(INSTRUCTION, "alice", "sepa", AMOUNT, " "));
        assertCode("INVALID_DESTINATION", () -> new Payment(INSTRUCTION, "alice", "sepa", AMOUNT, "x".repeat(501)));
    }

    @Test
    void what_is_said_of_a_payment_does_not_say_where_the_money_goes() {
        var payment = new Payment(INSTRUCTION, "alice", "sepa", AMOUNT, "DE02 1203", Map.of("note", "secret"));

        assertThat(payment).hasToString("payment i/k of 1.00 EUR by alice over sepa");
    }

    @Test
    void a_payment_is_stored_as_the_same_json_whenever_it_is_the_same() {
        var codec = new JacksonCodec();
        var payment = new Payment(INSTRUCTION, "alice", "sepa", AMOUNT, "there", Map.of("b", "2", "a", "1", "c", "3"));

        String json = codec.encode(payment);

        assertThat(json)
                .isEqualTo("{\"instruction\":{\"id\":\"i\",\"key\":\"k\"},\"participant\":\"alice\",\"rail\":\"sepa\","
                        + "\"amount\":{\"minor\":100,\"currency\":\"EUR\"},\"destination\":\"there\","
                        + "\"details\":{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"}}");
        assertThat(codec.decode(json, Payment.class)).isEqualTo(payment);
    }
}
