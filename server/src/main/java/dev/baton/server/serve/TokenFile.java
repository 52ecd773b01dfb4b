package dev.baton.server.serve;

import dev.baton.http.Access;
import dev.baton.http.Role;
import dev.baton.http.Tokens;
import dev.baton.job.BatonException;
import dev.baton.server.OwnersAlone;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Who may do what, in a file that is readable by its owner alone: in each line a name, roles with commas between them, and the SHA-256 of a
 * token. A name may have several lines, so that a token can be replaced before the old one is removed. What begins with # is for people.
 */
final class TokenFile {

    private static final int FIELDS = 3;
    private static final String HEAD =
            "# name  roles  sha256-of-token\n# Made by ./baton token. Tokens themselves are nowhere; remove a line to withdraw one.\n";

    private TokenFile() {}

    /**
     * Reads it.
     *
     * @throws BatonException if it is not there, open to others, has no token or a line that is none
     */
    static Tokens read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new BatonException("NO_FILE", "There is no token file " + file + ". ./baton token makes one.");
        }
        OwnersAlone.require(file);
        try {
            Tokens tokens = Tokens.none();
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                if (!line.isEmpty() && !line.startsWith("#")) {
                    tokens = with(tokens, line, file + ", line " + (i + 1));
                }
            }
            if (tokens.isEmpty()) {
                throw new BatonException(
                        "NO_TOKEN",
                        "There is no token in " + file + ", so nobody could come in. ./baton token adds one.");
            }
            return tokens;
        } catch (IOException e) {
            throw new BatonException("NO_FILE", "The token file " + file + " cannot be read: " + e, e);
        }
    }

    private static Tokens with(Tokens tokens, String line, String where) {
        String[] fields = line.split("\\s+", -1);
        if (fields.length != FIELDS) {
            throw new BatonException("BAD_TOKEN", where + ": a line has a name, roles and a SHA-256.");
        }
        Role[] roles = Arrays.stream(fields[1].split(",", -1))
                .map(name -> role(name, where))
                .toArray(Role[]::new);
        return tokens.andHashed(fields[0], fields[2], roles);
    }

    private static Role role(String name, String where) {
        return Arrays.stream(Role.values())
                .filter(role -> nameOf(role).equals(name))
                .findFirst()
                .orElseThrow(() -> new BatonException(
                        "BAD_TOKEN",
                        where + ": there is no role " + name + ". There are "
                                + Arrays.stream(Role.values())
                                        .map(TokenFile::nameOf)
                                        .collect(Collectors.joining(", "))
                                + "."));
    }

    /** Adds a new token, and makes the file if there is none; says the token, which is known to nobody else from then on. */
    static String add(Path file, String name, List<Role> roles) {
        if (!name.matches("[A-Za-z0-9._@-]{1,100}")) {
            throw new BatonException("BAD_ID", "A name has letters, digits and . _ @ -, and at most 100 of them.");
        }
        String token = Tokens.random();
        String line = name + "  " + roles.stream().map(TokenFile::nameOf).collect(Collectors.joining(",")) + "  "
                + sha256(token);
        try {
            if (!Files.exists(file)) {
                create(file);
            }
            OwnersAlone.require(file);
            Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
            return token;
        } catch (IOException e) {
            throw new BatonException("NO_FILE", "The token file " + file + " cannot be written: " + e, e);
        }
    }

    private static void create(Path file) throws IOException {
        if (OwnersAlone.isPosix(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
        Files.writeString(file, HEAD);
    }

    static String nameOf(Role role) {
        return Access.nameInContainer(role).substring("baton-".length());
    }

    private static String sha256(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)))
                    .toLowerCase(Locale.ROOT);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
