package dev.baton.server.client;

import dev.baton.job.BatonException;
import dev.baton.server.OwnersAlone;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The token that a command shows to a service: from a file, or from the environment, as everybody on a machine can read a command line. */
public final class ServiceToken {

    /** The variable that has it. */
    public static final String VARIABLE = "BATON_TOKEN";

    private static final int MOST = 4_096;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9+/=._~-]{1,512}");

    private ServiceToken() {}

    /**
     * Of this file, if there is one, and otherwise of the environment; none if neither says one.
     *
     * @throws BatonException if there is something else; it never repeats what that is
     */
    public static Optional<String> of(@Nullable Path file, Map<String, String> environment) {
        if (file != null) {
            return Optional.of(checked(read(file), "The file " + file));
        }
        return Optional.ofNullable(environment.get(VARIABLE))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .map(value -> checked(value, "The variable " + VARIABLE));
    }

    private static String read(Path file) {
        OwnersAlone.require(file);
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new BatonException("NO_FILE", "The token file " + file + " cannot be read: " + e, e);
        }
    }

    private static String checked(String token, String where) {
        if (!TOKEN.matcher(token).matches()) {
            throw new BatonException(
                    "BAD_TOKEN",
                    where
                            + " has no token in it, or more than one. It holds what ./baton token has printed, and nothing "
                            + "else; the file with names, roles and hashes is for the service.");
        }
        return token;
    }
}
