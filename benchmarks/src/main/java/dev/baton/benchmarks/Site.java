package dev.baton.benchmarks;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Where it is measured: databases of one kind, made for one run of the bench and gone when it is closed. */
public interface Site extends AutoCloseable {

    /** What kind they are. */
    Kind kind();

    /** All that has to be known of it to compare its figures with those of others, name by name. */
    void describe(BiConsumer<String, String> setting) throws SQLException;

    /** Where a file lies on the disk that commits wait for; empty if that is not this machine's. */
    Optional<Path> disk();

    /** A new database of which nothing must be lost. */
    Database database(String name) throws SQLException;

    /** All of them. */
    List<Database> databases();

    /** One with a queue as everybody writes it first. */
    NaiveQueue naive(String name) throws SQLException;

    @Override
    void close();
}
