package dev.baton.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-003-43")
class MoneyTest {

    private static void assertCode(String code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @ParameterizedTest
    @CsvSource({
        "12.50, EUR, 1250, 12.50",
        "12.5, EUR, 1250, 12.50",
        "12, EUR, 1200, 12.00",
        "0.01, EUR, 1, 0.01",
        "500, JPY, 500, 500",
        "1.234, BHD, 1234, 1.234",
        "9999999999999999.99, EUR, 999999999999999999, 9999999999999999.99"
    })
    void a_decimal_number_is_exact_in_the_minor_units_of_its_currency(
            String decimal, String currency, long minor, String again) {
        Money money = Money.of(decimal, currency);

        assertThat(money).isEqualTo(new Money(minor, currency));
        assertThat(money.decimal()).isEqualTo(again);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "0.00",
                "-1",
                "+1",
                "1e2",
                "1E2",
                "1,5",
                "1.",
                ".5",
                "01",
                "",
                " 1",
                "NaN",
                "1_000",
                "1.005",
                "12.500",
                "\u0661",
                "10000000000000000",
                "999999999999999999"
            })
    void what_is_no_amount_of_its_currency_is_refused(String decimal) {
        assertCode("INVALID_AMOUNT", () -> Money.of(decimal, "EUR"));
    }

    @Test
    void minor_units_are_more_than_nothing_and_have_at_most_18_digits() {
        assertCode("INVALID_AMOUNT", () -> new Money(0, "EUR"));
        assertCode("INVALID_AMOUNT", () -> new Money(-1, "EUR"));
        assertCode("INVALID_AMOUNT", () -> new Money(1_000_000_000_000_000_000L, "EUR"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"eur", "EURO", "EU", "", "ZZZ", "XTS", "XAU", "E R"})
    void what_is_no_currency_with_minor_units_is_refused(String currency) {
        assertCode("INVALID_CURRENCY", () -> new Money(1, currency));
        assertCode("INVALID_CURRENCY", () -> Money.of("1", currency));
    }

    @ParameterizedTest
    @ValueSource(strings = {"12.5", "1e3", "-3", "0", "null", "1000000000000000000", "99999999999999999999"})
    void stored_money_that_is_not_a_whole_number_of_minor_units_is_not_read(String minor) {
        var codec = new JacksonCodec();

        assertThatThrownBy(() -> codec.decode("{\"minor\":" + minor + ",\"currency\":\"EUR\"}", Money.class))
                .isInstanceOf(BatonException.class);
    }
}
