/** Jobs in a PostgreSQL database. */
@SuppressWarnings("requires-automatic") // the driver is no module yet
module dev.baton.postgres {
    requires transitive dev.baton.core;
    requires static transitive org.jspecify;
    requires org.postgresql.jdbc;
    requires org.slf4j;

    exports dev.baton.postgres;
}
