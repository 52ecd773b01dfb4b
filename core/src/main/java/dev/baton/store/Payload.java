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

    private static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
