package dev.baton.server;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * How to get to a PostgreSQL database, by options or by the environment. Nothing that is said of it ever contains the password, nor the
 * address, which may have one in it.
 */
public final class PostgresAddress {

    private static final int CONNECT_SECONDS = 10;
    private static final String URL = "BATON_URL";
    private static final String USER = "BATON_USER";

    /** Where the password comes from, as everybody on a machine can read a command line. */
    public static final String PASSWORD = "BATON_PASSWORD";

    private PostgresAddress() {}

    /** The address that was given, or that of the environment. */
    public static Optional<String> of(@Nullable String url) {
        return Optional.ofNullable(url).or(() -> named(System.getenv()));
    }

    /** The address that these variables have. */
    public static Optional<String> named(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(URL)).filter(value -> !value.isBlank());
    }

    private static Optional<String> environment(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
    }

    /** Connections to it, by this user or that of the environment; nothing if the address is not understood. */
    public static Optional<PGSimpleDataSource> source(String address, @Nullable String user, String program) {
        var source = new PGSimpleDataSource();
        try {
            source.setUrl(address);
        } catch (IllegalArgumentException withTheAddressInIt) {
            return Optional.empty();
        }
        Optional.ofNullable(user).or(() -> environment(USER)).ifPresent(source::setUser);
        environment(PASSWORD).ifPresent(source::setPassword);
        source.setApplicationName(program);
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setTcpKeepAlive(true);
        return Optional.of(source);
    }

    /** What the database said, if that is why; in one line. */
    public static Optional<String> reason(Exception refused) {
        Optional<String> said = Optional.empty();
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException && cause.getMessage() != null) {
                said = cause.getMessage().lines().findFirst();
            }
        }
        return said.map(line ->
                environment(PASSWORD).map(secret -> line.replace(secret, "***")).orElse(line));
    }
}
