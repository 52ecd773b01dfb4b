package dev.baton.examples.payments;

import dev.baton.examples.payments.judge.Case;
import dev.baton.examples.payments.judge.Verdict;
import dev.baton.examples.payments.ledger.Storage;
import dev.baton.examples.payments.rail.PaymentRails;
import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import dev.baton.outbox.Rails;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/** A database, rails that are a process and misbehave, and processes that come and go. Closing it kills them all. */
final class World implements AutoCloseable {

    private static final String QUIET_LOG = "logback.configurationFile=logback-test.xml";

    private static final String OPEN = """
            SELECT (SELECT count(*) FROM baton_running)
                + (SELECT count(*) FROM baton_parked d WHERE d.lane NOT LIKE 'outbox/left-%')
                + (SELECT count(*) FROM baton_pending p WHERE NOT EXISTS (
                    SELECT 1 FROM baton_parked d WHERE d.lane = p.lane AND d.seq < p.seq))
            """;

    private final Path folder;
    private final String database;
    private final Storage storage;
    private final ServiceProcess rails;
    private final List<ServiceProcess> processes = new ArrayList<>();
    private final List<Case.Pause> pauses = new ArrayList<>();
    private int blows;

    private World(Path folder, String database, ServiceProcess rails) {
        this.folder = folder;
        this.database = database;
        this.rails = rails;
        storage = Storage.at(database);
    }

    /** With rails whose troubles a seed decides, and tables that are there. */
    static World open(Path folder, String database, long seed) throws Exception {
        ServiceProcess rails = ServiceProcess.start(
                RailsProcess.class,
                List.of(QUIET_LOG),
                "0",
                folder.resolve("book.txt").toString(),
                String.valueOf(seed),
                String.valueOf(Impatient.PACE.timeout().toMillis()),
                String.valueOf(Impatient.PACE.quiet().toMillis()));
        var world = new World(folder, database, rails);
        world.storage.migrated().close();
        rails.awaitReady();
        return world;
    }

    String railsAt() {
        return "http://127.0.0.1:" + rails.port();
    }

    /** A dispatcher for all rails. */
    ServiceProcess dispatcher() throws Exception {
        return dispatcher(PaymentRails.NAMES);
    }

    ServiceProcess dispatcher(List<String> names, String... properties) throws Exception {
        var all = new ArrayList<>(List.of(QUIET_LOG));
        all.addAll(List.of(properties));
        var arguments = new ArrayList<>(List.of(folder.toString(), database, railsAt()));
        arguments.addAll(names);
        return started(ServiceProcess.start(DispatcherProcess.class, all, arguments.toArray(String[]::new)));
    }

    /** The office, to which customers come until it is shut. */
    ServiceProcess office(long seed) throws Exception {
        return started(ServiceProcess.start(
                OfficeProcess.class, List.of(QUIET_LOG), folder.toString(), database, railsAt(), String.valueOf(seed)));
    }

    private ServiceProcess started(ServiceProcess process) {
        processes.add(process);
        return process;
    }

    /** From inside this process: an office without customers. */
    Office office(Rails over) throws Exception {
        return Office.open(database, over);
    }

    /** Kills it, with no chance to clean up. */
    void kill(ServiceProcess process) {
        process.close();
        processes.remove(process);
        blows++;
    }

    /** It ended by itself, as it was told to. */
    void fell() {
        blows++;
    }

    /** It stood still, from then until now. */
    void stoodStillSince(long from) {
        pauses.add(new Case.Pause(from, System.nanoTime()));
        blows++;
    }

    /** Has no customer come any more. */
    void shut() throws IOException {
        Files.createFile(folder.resolve(OfficeProcess.SHUT));
    }

    /** How many kinds of trouble calls have met with. */
    int troubles() throws Exception {
        return verdict().troubles().size();
    }

    /** Has nothing go wrong any more. */
    void calm() throws Exception {
        if (!rails.ask("POST", "/calm", "")) {
            throw new AssertionError("The rails do not answer");
        }
    }

    /** Waits until nothing is left that could move, and everybody was told what cannot. */
    void drain() throws Exception {
        Polling.until("nothing is left that could move", () -> number(OPEN) == 0);
        Polling.until(
                "people were told of all that is blocked",
                () -> verdict().findings().stream().noneMatch(each -> each.contains("nobody was told")));
    }

    long number(String sql) throws Exception {
        return storage.database().list(sql, row -> row.getLong(1)).get(0);
    }

    Verdict verdict() throws Exception {
        try (Connection connection = storage.database().source().getConnection()) {
            return Verdict.of(Case.of(folder, connection, pauses, blows), Impatient.HOLE);
        }
    }

    @Override
    public void close() {
        processes.forEach(ServiceProcess::close);
        rails.close();
        storage.close();
    }
}
