package dev.baton.outbox;

import dev.baton.postgres.PostgresStore;
import dev.baton.store.JobStore;
import dev.baton.testserver.SharedServer;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.postgresql.ds.PGSimpleDataSource;

/** An old table of payments in the PostgreSQL database where the jobs are. */
class PostgresPaymentImportTest extends PaymentImportContract {

    private final String schema = SharedServer.freshSchema();

    @Override
    JobStore open(InstantSource clock) {
        return PostgresStore.on(SharedServer.pool()).schema(schema).clock(clock).open();
    }

    @Override
    @AfterEach
    void close() throws Exception {
        super.close();
        SharedServer.drop(schema);
    }

    @Override
    DataSource source() {
        var source = new PGSimpleDataSource();
        source.setUrl(SharedServer.server().url());
        source.setCurrentSchema(schema);
        return source;
    }
}
