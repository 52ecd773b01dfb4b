package dev.baton.server.serve;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.job.BatonException;
import dev.baton.postgres.PostgresStore;
import dev.baton.postgres.PostgresStoreBuilder;
import dev.baton.server.OwnersAlone;
import dev.baton.server.PostgresAddress;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The store of the service, and what has to be closed after it.
 *
 * @param name what it is called on a terminal; neither an address nor a password
 */
record OpenedStore(JobStore store, String name, Runnable afterwards) {

    /** Opens what the settings name, and brings its tables up to date unless they say otherwise. */
    static OpenedStore by(Settings settings) {
        Optional<String> url = settings.text(Setting.URL);
        return url.isPresent() ? onServer(url.get(), settings) : inFile(settings);
    }

    private static OpenedStore inFile(Settings settings) {
        Path file = settings.path(Setting.FILE).orElseThrow();
        OwnersAlone.require(file);
        boolean wanted = settings.flag(Setting.MIGRATE);
        if (!wanted
                && (!Files.isRegularFile(file)
                        || !SqliteStore.migrations(file).check().isUpToDate())) {
            throw new BatonException(
                    "SCHEMA_OUT_OF_DATE",
                    "The file " + file
                            + " has not the tables of this version, and migrate is false. See what ./baton migrate "
                            + "--check says.");
        }
        return new OpenedStore(SqliteStore.open(file), "SQLite file " + file, () -> {});
    }

    /** The one connection that is kept does not come from the pool, which requests may have used up. */
    private static OpenedStore onServer(String url, Settings settings) {
        PGSimpleDataSource direct = source(url, settings);
        var config = new HikariConfig();
        config.setDataSource(source(url, settings));
        config.setMaximumPoolSize(settings.number(Setting.CONNECTIONS));
        config.setPoolName("baton-serve");
        config.setInitializationFailTimeout(-1); // who opens the store says it better
        var pool = new HikariDataSource(config);
        try {
            PostgresStoreBuilder builder = PostgresStore.on(pool).direct(direct);
            settings.text(Setting.SCHEMA).ifPresent(builder::schema);
            if (!settings.flag(Setting.MIGRATE)) {
                builder.withoutMigrating();
            }
            return new OpenedStore(builder.open(), "PostgreSQL database " + direct.getDatabaseName(), pool::close);
        } catch (RuntimeException | Error failed) {
            pool.close();
            throw failed;
        }
    }

    private static PGSimpleDataSource source(String url, Settings settings) {
        PGSimpleDataSource source = PostgresAddress.source(
                        url, settings.text(Setting.USER).orElse(null), "baton serve")
                .orElseThrow(
                        () -> new BatonException(
                                "BAD_SETTINGS",
                                "The url is not understood. It begins with jdbc:postgresql:// and goes on with host:port/database."));
        settings.text(Setting.PASSWORD).ifPresent(source::setPassword);
        return source;
    }
}
