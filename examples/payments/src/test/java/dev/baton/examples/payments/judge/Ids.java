package dev.baton.examples.payments.judge;

import java.util.HexFormat;
import java.util.Locale;

/** Ids in one form, however somebody writes them. */
final class Ids {

    private Ids() {}

    static String plain(Object id) {
        String text = id instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : id.toString();
        return text.replace("-", "").toLowerCase(Locale.ROOT);
    }
}
