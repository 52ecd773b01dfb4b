package dev.baton.store;

import java.sql.Connection;

/** A transaction on a JDBC connection, for the SQL stores. */
public record JdbcTransaction(Connection connection) implements StoreTransaction {}
