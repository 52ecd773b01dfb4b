/** Baton's engine. Only the packages exported here are supported; everything else may change without notice. */
@SuppressWarnings({"module", "requires-automatic"
}) // the stores are built later; Micrometer and cron-utils are no modules yet
module dev.baton.core {
    requires transitive java.sql;
    requires static transitive java.net.http;
    requires static transitive org.jspecify;
    requires static micrometer.core;
    requires com.cronutils;
    requires org.slf4j;
    requires tools.jackson.databind;

    exports dev.baton.internal.fault to
            dev.baton.outbox,
            dev.baton.postgres,
            dev.baton.sqlite;
    exports dev.baton.internal.jdbc to
            dev.baton.postgres,
            dev.baton.sqlite;
    exports dev.baton.internal.show to
            dev.baton.http;
    exports dev.baton;
    exports dev.baton.job;
    exports dev.baton.observe;
    exports dev.baton.schedule;
    exports dev.baton.store;
    exports dev.baton.store.memory;
    exports dev.baton.stream;
    exports dev.baton.supervise;
}
