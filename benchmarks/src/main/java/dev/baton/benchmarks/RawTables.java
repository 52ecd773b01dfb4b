package dev.baton.benchmarks;

import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The store's own tables, with the fewest statements that move jobs through them; every call is a transaction. For one thread. */
public interface RawTables extends AutoCloseable {

    /**
     * A job to be added.
     *
     * @param number in its lane; 0 without one
     */
    record Row(UUID id, String json, @Nullable String lane, long number) {}

    /** Adds these. */
    void add(List<Row> rows) throws SQLException;

    /** The first that are due, which run from now on; with their payloads, as a handler needs them. */
    List<UUID> claim(int limit) throws SQLException;

    /** Ends these, which run, each with its row in the archive. */
    void end(List<UUID> claimed) throws SQLException;

    /** What a loop over a lane does next. */
    UUID nextOf(String lane) throws SQLException;

    /** Ends one that was not claimed, with its row in the archive. */
    void endUnclaimed(UUID id) throws SQLException;

    /** The first that are due; nothing is done with them. */
    List<UUID> due(int limit) throws SQLException;

    @Override
    void close() throws SQLException;
}
