package dev.baton.server.operate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a doctor has found.
 *
 * @param well whether nobody has to do anything
 * @param subject what was looked at
 * @param what how that is
 * @param remedy what to do; nothing if it is well
 */
record Finding(boolean well, String subject, String what, String remedy) {

    static Finding well(String subject, String what) {
        return new Finding(true, subject, what, "");
    }

    static Finding ill(String subject, String what, String remedy) {
        return new Finding(false, subject, what, remedy);
    }

    /** How many there are of something of which there should be none. */
    static Finding none(String subject, String of, long count, String remedy) {
        return count == 0 ? well(subject, "no " + of) : ill(subject, count + " " + of, remedy);
    }

    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("well", well);
        fields.put("subject", subject);
        fields.put("what", what);
        fields.put("remedy", remedy);
        return fields;
    }

    @Override
    public String toString() {
        return (well ? "ok    " : "LOOK  ") + subject + ": " + what + (well ? "" : ". " + remedy);
    }
}
