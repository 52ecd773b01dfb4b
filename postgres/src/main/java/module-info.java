/** Jobs in a PostgreSQL database. */
module dev.baton.postgres {
    requires transitive dev.baton.core;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports dev.baton.postgres;
}
