package dev.baton.examples.wallets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import dev.baton.examples.tables.Database;
import dev.baton.examples.wallets.chain.Network;
import dev.baton.examples.wallets.jobs.Backfill;
import dev.baton.examples.wallets.jobs.WalletOnNetwork;
import dev.baton.examples.wallets.ledger.Ledger;
import dev.baton.examples.wallets.ledger.Storage;
import dev.baton.job.JobType;
import dev.baton.testserver.SharedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that are killed at random while they read: what wallets come to is what it would be without. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RadarKilledTest {

    private static final long SEED = Long.getLong("baton.wallets.seed", 20_261_116);
    private static final List<String> WALLETS = List.of("0xa", "0xb", "0xc");
    private static final long BLOCKS_IN_ALL = 3 * RadarProcess.BLOCKS * WALLETS.size();
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String READ = "SELECT coalesce(sum(last_block), 0) FROM sync";
    private static final String INCOMPLETE = "SELECT count(*) FROM sync WHERE complete = 0";
    private static final String SYNCED = "SELECT count(*) FROM sync";
    private static final String BOOKED = "SELECT count(*) FROM transfer";
    private static final String NOT_CLASSIFIED = "SELECT count(*) FROM transfer WHERE kind = 'NEW'";

    @TempDir
    Path folder;

    private static long number(Database database, String sql) throws Exception {
        return database.list(sql, row -> row.getLong(1)).get(0);
    }

    /** Kills one process after another, each when so much more was read; then waits until all is. */
    private static void killAtRandom(String where, int processes, int kills, long seed) throws Exception {
        var random = new Random(seed);
        try (Storage storage = Storage.at(where)) {
            add(storage, WALLETS);
            var alive = new ArrayDeque<ServiceProcess>();
            try {
                for (int i = 0; i < processes; i++) {
                    alive.add(ServiceProcess.start(RadarProcess.class, List.of(), where));
                }
                Database database = storage.database();
                for (int kill = 1; kill <= kills; kill++) {
                    long share = BLOCKS_IN_ALL / (kills + 1);
                    long until = share * (kill - 1) + 1 + random.nextLong(share);
                    Polling.until("so much is read", PATIENCE, () -> number(database, READ) >= until);
                    alive.remove().close();
                    alive.add(ServiceProcess.start(RadarProcess.class, List.of(), where));
                }
                add(storage, WALLETS); // what was lost too often is dead, and begins anew
                List<Ledger.Portfolio> expected = Expected.of(RadarProcess.BLOCKS, WALLETS);
                Polling.until("all is read and reckoned", PATIENCE, () -> isOver(database, expected));
            } finally {
                alive.forEach(ServiceProcess::close);
            }
        }
    }

    private static boolean isOver(Database database, List<Ledger.Portfolio> expected) throws Exception {
        return number(database, SYNCED) == (long) WALLETS.size() * Network.values().length
                && number(database, INCOMPLETE) == 0
                && number(database, NOT_CLASSIFIED) == 0
                && Ledger.portfolios(database).equals(expected);
    }

    /** By a process that handles nothing itself. */
    private static void add(Storage storage, List<String> wallets) throws Exception {
        JobType<WalletOnNetwork> type = Backfill.type(RadarProcess.IMPATIENT.retry());
        try (Baton baton = Baton.on(storage.migrated()).enqueues(type).start()) {
            for (String wallet : wallets) {
                WalletRadar.add(baton, type, storage, wallet, List.of());
            }
        }
    }

    @Test
    @Tag("R-004-01")
    @Tag("R-004-02")
    @Tag("R-004-03")
    void one_process_after_another_on_a_file_reads_everything_once() throws Exception {
        Path file = folder.resolve("wallets.db");

        killAtRandom(file.toString(), 1, 2, SEED);

        Database database = Database.inFile(file);
        assertThat(number(database, READ)).isEqualTo(BLOCKS_IN_ALL);
        assertThat(number(database, BOOKED)).isPositive();
    }

    @Test
    @Tag("R-004-01")
    @Tag("R-004-34")
    void three_processes_on_a_server_that_are_killed_in_turn_read_everything_once() throws Exception {
        String url = SharedServer.server().url() + "&currentSchema=" + SharedServer.freshSchema();

        killAtRandom(url, 3, 2, SEED);
    }

    @Test
    @Tag("long")
    void everything_is_read_once_with_every_seed() throws Exception {
        for (long seed = 1; seed <= 8; seed++) {
            killAtRandom(folder.resolve("wallets-" + seed + ".db").toString(), 1, 4, seed);
            killAtRandom(SharedServer.server().url() + "&currentSchema=" + SharedServer.freshSchema(), 3, 6, seed);
        }
    }
}
