package dev.baton.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A job's data: the JSON text exactly as it was accepted, its hash, and what to call the job. */
public record Payload(String json, String sha256, String label) {

    /** This text, with its hash. */
    public static Payload of(String json, String label) {
        return new Payload(json, sha256(json), label);
    }

    /** Is the text still the one that was accepted? */
    public boolean isIntact() {
        return sha256(json).equals(sha256);
    }

    /** Was the text removed? Its hash is still that of what was accepted. */
    public boolean isRedacted() {
        return json.isEmpty();
    }

    /** The same without its text, and without the label that was made of it. */
    public Payload redacted() {
        return new Payload("", sha256, "redacted");
    }

    /** Never the data, which may be secret. */
    @Override
    public String toString() {
        return "Payload[" + label + ", " + json.length() + " characters, sha256 " + sha256 + "]";
    }

    private static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
