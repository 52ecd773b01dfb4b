package dev.baton.benchmarks.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** A fresh schema for a peer, and connections that find it. */
public interface Schemas {

    /** Where the server is. */
    String url();

    /** A schema in which nothing is, for the peer of this name. */
    String fresh(String peer) throws Exception;

    /** So many connections that make and find their tables in this schema. */
    default HikariDataSource pool(String schema, int connections) {
        var config = new HikariConfig();
        config.setJdbcUrl(url());
        config.addDataSourceProperty("currentSchema", schema);
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }
}
