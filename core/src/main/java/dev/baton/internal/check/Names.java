package dev.baton.internal.check;

import dev.baton.internal.tell.Printable;
import dev.baton.job.BatonException;
import java.util.regex.Pattern;

/** What may be used as a name: short, printable everywhere, the same in every store. */
public final class Names {

    private static final int MAX = 200;
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._:~-]{1," + MAX + "}");

    private Names() {}

    /** For names that operators type and metrics carry: types and queues. */
    public static String checked(String what, String name) {
        if (name.isBlank()) {
            throw new BatonException("REQUIRED", what + " must not be blank; nothing was stored.");
        }
        if (!ALLOWED.matcher(name).matches()) {
            throw new BatonException(
                    "BAD_ID",
                    what + " has 1 to " + MAX + " letters, digits or . _ : ~ - ; got " + Printable.quoted(name)
                            + ". Nothing was stored.");
        }
        return name;
    }

    /** For text of the application that only has to be storable: keys. */
    public static String checkedText(String what, String text) {
        if (text.isBlank()) {
            throw new BatonException("REQUIRED", what + " must not be blank; nothing was stored.");
        }
        if (text.length() > MAX) {
            throw new BatonException(
                    "BAD_ID",
                    what + " has " + text.length() + " characters and " + MAX + " are allowed; nothing was stored.");
        }
        Text.requireStorable(what, text);
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new BatonException(
                    "BAD_CHARACTER",
                    what + " contains a control character, " + Printable.quoted(text) + "; nothing was stored.");
        }
        return text;
    }
}
