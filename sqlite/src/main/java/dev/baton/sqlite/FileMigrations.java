package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.store.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;

/** The steps by which a file becomes a store's. To look at it changes nothing in it, and makes none. */
final class FileMigrations implements Migrations {

    private final Path path;
    private final InstantSource clock;

    FileMigrations(Path path, InstantSource clock) {
        this.path = path;
        this.clock = clock;
    }

    @Override
    public String print() {
        return Migrator.print(Migrator.names());
    }

    @Override
    public String printMissing() {
        return Migrator.print(check().missing());
    }

    @Override
    public Status check() {
        if (!Files.exists(path)) {
            return new Status(List.of(), Migrator.names());
        }
        DatabaseFile file = DatabaseFile.at(path);
        try (Connection connection = Connections.looking(file);
                var jdbc = new Jdbc(connection)) {
            List<String> applied = Migrator.applied(jdbc);
            return new Status(
                    applied,
                    Migrator.names().stream()
                            .filter(name -> !applied.contains(name))
                            .toList());
        } catch (SQLException e) {
            throw Failures.of(e);
        }
    }

    @Override
    public List<String> apply() {
        List<String> missing = check().missing();
        SqliteStore.open(path, clock).close();
        return missing;
    }
}
