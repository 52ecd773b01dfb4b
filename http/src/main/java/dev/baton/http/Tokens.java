package dev.baton.http;

import dev.baton.job.BatonException;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Who has a token is who it was given to. Several are valid at once, so that one can be replaced before it is withdrawn. Only their hashes
 * are kept, and compared in a time that does not tell how much of one was right. Immutable.
 */
public final class Tokens implements Access {

    private static final int BYTES = 32;
    private static final String SCHEME = "Bearer ";
    private static final int PRESENTED_MAX = 1_024;
    /** 256 bits as base64 have 43 characters, and as hexadecimal digits 64. */
    private static final Pattern LONG_ENOUGH = Pattern.compile("[A-Za-z0-9+/=._~-]{43,512}");

    private static final Pattern TOO_SHORT_IN_HEX = Pattern.compile("[0-9a-fA-F]{0,63}");
    private static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");

    private final List<Token> all;

    /** Whose a token is. */
    private static final class Token {

        private final Caller caller;
        private final byte[] hash;

        Token(Caller caller, byte[] hash) {
            this.caller = caller;
            this.hash = hash;
        }
    }

    private Tokens(List<Token> all) {
        this.all = all;
    }

    /** None yet, so that everybody is refused. */
    public static Tokens none() {
        return new Tokens(List.of());
    }

    /** A new token that nobody can guess: 256 bits, as base64 without padding. */
    public static String random() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * These and one more, given to somebody of this name.
     *
     * @throws BatonException with the code {@code BAD_TOKEN} if it is empty, or shorter than 256 bits are as base64 or hexadecimal digits
     */
    public Tokens and(String name, String token, Role... roles) {
        if (!LONG_ENOUGH.matcher(token).matches()
                || TOO_SHORT_IN_HEX.matcher(token).matches()) {
            throw new BatonException(
                    "BAD_TOKEN",
                    "The token of " + name
                            + " has fewer than 256 bits, or a character that a header cannot have. It has at least 43 "
                            + "characters as base64, or 64 as hexadecimal digits, and none may be guessed.");
        }
        return with(name, sha256(token), roles);
    }

    /**
     * These and one more, of which only the SHA-256 is known here, as 64 hexadecimal digits.
     *
     * @throws BatonException with the code {@code BAD_TOKEN} if it is no such hash
     */
    public Tokens andHashed(String name, String sha256, Role... roles) {
        if (!HASH.matcher(sha256).matches()) {
            throw new BatonException(
                    "BAD_TOKEN",
                    "The hash of the token of " + name + " is no SHA-256, which has 64 hexadecimal digits.");
        }
        return with(name, HexFormat.of().parseHex(sha256), roles);
    }

    private Tokens with(String name, byte[] hash, Role... roles) {
        if (name.isBlank()) {
            throw new BatonException("BAD_TOKEN", "A token is given to somebody with a name, which is recorded.");
        }
        if (MessageDigest.isEqual(hash, sha256(""))) {
            throw new BatonException("BAD_TOKEN", "The token of " + name + " is empty.");
        }
        var more = new ArrayList<>(all);
        more.add(new Token(new Caller(name, Set.of(roles)), hash));
        return new Tokens(List.copyOf(more));
    }

    /** Is there none, so that everybody is refused? */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    @Override
    public Caller identify(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null
                || header.length() > PRESENTED_MAX
                || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Caller.NOBODY;
        }
        byte[] presented = sha256(header.substring(SCHEME.length()).strip());
        Caller found = Caller.NOBODY;
        for (Token token : all) { // all of them, so that it takes as long whichever it is
            if (MessageDigest.isEqual(token.hash, presented)) {
                found = token.caller;
            }
        }
        return found;
    }

    @Override
    public Optional<String> challenge() {
        return Optional.of("Bearer realm=\"baton\"");
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
