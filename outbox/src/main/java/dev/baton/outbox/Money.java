package dev.baton.outbox;

import dev.baton.job.BatonException;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.regex.Pattern;

/**
 * An amount, exact: in the minor units of its currency, cents for instance. Always more than nothing.
 *
 * @param minor how many minor units, at most 18 digits
 * @param currency its code in ISO 4217; only currencies that have minor units, or are counted as a whole
 */
public record Money(long minor, String currency) {

    private static final long MOST = 999_999_999_999_999_999L;
    private static final Pattern CODE = Pattern.compile("[A-Z]{3}");
    private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,17})(\\.[0-9]{1,4})?");

    /**
     * So many minor units.
     *
     * @throws BatonException with the code {@code INVALID_AMOUNT} or {@code INVALID_CURRENCY}
     */
    public Money {
        digits(currency);
        if (minor < 1 || minor > MOST) {
            throw invalid("must be more than 0, and have at most 18 digits in minor units");
        }
    }

    /**
     * What a decimal number says, such as 12.50: without a sign, an exponent or separators, and with no more decimals than the currency
     * has.
     */
    public static Money of(String decimal, String currency) {
        int digits = digits(currency);
        if (!DECIMAL.matcher(decimal).matches()) {
            throw invalid("is a plain decimal number, such as 12.50");
        }
        var amount = new BigDecimal(decimal);
        if (amount.scale() > digits) {
            throw invalid("in " + currency + " has at most " + digits + " decimals");
        }
        BigDecimal minor = amount.movePointRight(digits);
        if (minor.compareTo(BigDecimal.valueOf(MOST)) > 0) {
            throw invalid("must be more than 0, and have at most 18 digits in minor units");
        }
        return new Money(minor.longValueExact(), currency);
    }

    /** As a decimal number, with all decimals that the currency has. */
    public String decimal() {
        return BigDecimal.valueOf(minor, digits(currency)).toPlainString();
    }

    @Override
    public String toString() {
        return decimal() + " " + currency;
    }

    private static int digits(String currency) {
        if (CODE.matcher(currency).matches()) {
            try {
                int digits = Currency.getInstance(currency).getDefaultFractionDigits();
                if (digits >= 0) {
                    return digits;
                }
            } catch (IllegalArgumentException unknown) {
                // Said below.
            }
        }
        throw new BatonException(
                "INVALID_CURRENCY",
                "A currency is one of ISO 4217 that has minor units, such as EUR; nothing was stored.");
    }

    private static BatonException invalid(String what) {
        return new BatonException("INVALID_AMOUNT", "An amount " + what + "; nothing was stored.");
    }
}
