package dev.baton.postgres;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.job.BatonException;
import dev.baton.store.Migrations;
import dev.baton.store.StoreUnavailableException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Brings our tables up to date, in our own history table, beside whatever the application keeps in the same schema. Each step is a
 * transaction. Of several processes that start at once one takes it, and the others wait until it is done. Who uses a table that is
 * to be changed is waited for again and again, a second each time, with a pause for all who had to wait behind us.
 */
final class Migrator implements Migrations {

    /** How long it is tried before somebody is told. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Duration OTHERS_FIRST = Duration.ofMillis(1500);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final String HISTORY = "baton_migration";

    private final Transactions transactions;
    private final List<Migration> steps;
    private final List<String> layout;
    private final Duration patience;
    private final Optional<Rights> rights;

    private Migrator(
            Transactions transactions,
            List<Migration> steps,
            List<String> layout,
            Duration patience,
            Optional<Rights> rights) {
        this.transactions = transactions;
        this.steps = steps;
        this.layout = layout;
        this.patience = patience;
        this.rights = rights;
    }

    /** For these tables. */
    static Migrator on(Transactions transactions) {
        return new Migrator(transactions, Migration.all(), Migration.layout(), PATIENCE, Optional.empty());
    }

    /** The same with other steps, for tests of what a later version will do. */
    Migrator with(List<Migration> others) {
        return new Migrator(transactions, others, List.of(), patience, rights);
    }

    /** The same, given up after this. */
    Migrator within(Duration limit) {
        return new Migrator(transactions, steps, layout, limit, rights);
    }

    /** The same, with the rights of who uses the tables and does not own them. */
    Migrator granting(Rights others) {
        return new Migrator(transactions, steps, layout, patience, Optional.of(others));
    }

    @Override
    public String print() {
        return MigrationScript.of(steps, Optional.of(schema()), rights);
    }

    @Override
    public String printMissing() {
        List<String> missing = check().missing();
        return MigrationScript.of(
                steps.stream().filter(each -> missing.contains(each.name())).toList(), Optional.of(schema()), rights);
    }

    @Override
    public Status check() {
        return told(() -> transactions.read(this::status));
    }

    @Override
    public List<String> apply() {
        List<String> applied = told(this::migrate);
        FaultPoint.BOOT_AFTER_MIGRATE.hit();
        rights.ifPresent(each -> told(() -> transactions.write(MigrationSql.BEGIN, on -> {
            on.executeAsItIs(each.sql(schema()));
            return true;
        })));
        return applied;
    }

    /** Refuses to go on with anything missing, for who leaves it to others to change tables. */
    void requireUpToDate() {
        List<String> missing = check().missing();
        if (!missing.isEmpty()) {
            throw new BatonException(
                    "SCHEMA_OUT_OF_DATE",
                    "The schema " + schema().name() + " lacks " + missing
                            + ", and this program was told not to change tables. Nothing was done. As a role that may, run: "
                            + "./baton migrate --apply --schema " + schema().name() + " --url jdbc:postgresql://...");
        }
    }

    private Schema schema() {
        return transactions.schema();
    }

    private List<String> migrate() {
        var applied = new ArrayList<String>();
        long begun = System.nanoTime();
        List<String> missing = check().missing();
        while (!missing.isEmpty()) {
            Optional<StoreUnavailableException> heldUp = applyOne(missing.get(0), applied);
            if (heldUp.isPresent() && System.nanoTime() - begun > patience.toNanos()) {
                throw blocked(heldUp.get());
            }
            heldUp.ifPresent(e -> pause(OTHERS_FIRST));
            missing = check().missing();
        }
        return applied;
    }

    /** Answers why not, if something was in the way; if somebody else is at it, waits for a moment. */
    private Optional<StoreUnavailableException> applyOne(String name, List<String> applied) {
        try {
            Boolean locked = transactions.write(MigrationSql.BEGIN, on -> applyLocked(on, name, applied));
            if (!locked) {
                pause(LOOK_AGAIN);
            }
            return Optional.empty();
        } catch (StoreUnavailableException e) {
            if (!e.code().equals("STORE_BUSY")) {
                throw e;
            }
            return Optional.of(e);
        }
    }

    private boolean applyLocked(Session on, String name, List<String> applied) throws SQLException {
        boolean locked = on.first(MigrationSql.TRY_LOCK, row -> row.flag("locked"), "schema", schema().name())
                .orElseThrow();
        if (locked && status(on).missing().contains(name)) {
            if (on.first(MigrationSql.SCHEMA_KNOWN, row -> true, "schema", schema().name())
                    .isEmpty()) {
                on.executeAsItIs(MigrationSql.SCHEMA_CREATE.formatted(schema().quoted()));
            }
            on.executeAsItIs(MigrationSql.USE_SCHEMA.formatted(schema().quoted()));
            on.execute(MigrationSql.HISTORY_CREATE);
            Migration step = steps.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            on.executeAsItIs(step.sql());
            on.update(
                    MigrationSql.HISTORY_INSERT,
                    "name",
                    name,
                    "compatible_from",
                    step.compatibleFrom(),
                    "sha256",
                    step.sha256());
            applied.add(name);
            FaultPoint.BOOT_IN_MIGRATION.hit();
        }
        return locked;
    }

    private static void pause(Duration about) {
        LockSupport.parkNanos(about.toNanos() / 2 + ThreadLocalRandom.current().nextLong(about.toNanos()));
    }

    private Status status(Session on) throws SQLException {
        List<String> tables = on.query(MigrationSql.OUR_TABLES, row -> row.text("name"), "schema", schema().name());
        if (!tables.isEmpty() && !tables.contains(HISTORY)) {
            throw new BatonException(
                    "FOREIGN_TABLES",
                    "The schema " + schema().name() + " has tables that are called as ours are, and are not: " + tables
                            + ". Nothing was changed. Rename them, or use another schema.");
        }
        return tables.isEmpty() ? new Status(List.of(), names(steps)) : compare(on);
    }

    private record Applied(String name, String compatibleFrom, String sha256) {}

    private Status compare(Session on) throws SQLException {
        List<Applied> applied = on.query(
                MigrationSql.HISTORY,
                row -> new Applied(row.text("name"), row.text("compatible_from"), row.text("sha256")));
        applied.forEach(this::refuseNewer);
        applied.forEach(this::refuseChanged);
        List<String> known = applied.stream().map(Applied::name).toList();
        var status = new Status(
                known,
                names(steps).stream().filter(each -> !known.contains(each)).toList());
        if (status.isUpToDate()) {
            refuseDrifted(on);
        }
        return status;
    }

    /** What a newer version has added is no harm; what somebody has removed or changed is. */
    private void refuseDrifted(Session on) throws SQLException {
        Set<String> found =
                Set.copyOf(on.query(MigrationSql.LAYOUT, row -> row.text("line"), "schema", schema().name()));
        List<String> gone =
                layout.stream().filter(each -> !found.contains(each)).toList();
        if (!gone.isEmpty()) {
            throw new BatonException(
                    "SCHEMA_DRIFTED",
                    "Somebody has changed tables of the schema " + schema().name() + ". Nothing was done. Put back: "
                            + String.join("; ", gone));
        }
    }

    private void refuseNewer(Applied each) {
        String newest = steps.get(steps.size() - 1).name();
        if (each.compatibleFrom().compareTo(newest) > 0) {
            throw new BatonException(
                    "NEWER_SCHEMA",
                    "A newer Baton has applied " + each.name() + " to the schema " + schema().name()
                            + ", with which this one cannot work. Nothing was changed. Use that version, or a newer one.");
        }
    }

    private void refuseChanged(Applied each) {
        boolean changed = steps.stream()
                .anyMatch(step ->
                        step.name().equals(each.name()) && !step.sha256().equals(each.sha256()));
        if (changed) {
            throw new BatonException(
                    "MIGRATION_CHANGED",
                    each.name() + " was applied to the schema " + schema().name()
                            + " in another form than this version has. Nothing was changed. Use the version that applied it; "
                            + "or, if there is nothing worth keeping, drop our tables.");
        }
    }

    private static List<String> names(List<Migration> steps) {
        return steps.stream().map(Migration::name).toList();
    }

    private StoreUnavailableException blocked(StoreUnavailableException cause) {
        List<String> others = transactions.read(on -> on.query(
                MigrationSql.IN_THE_WAY,
                row -> "pid " + row.number("pid") + " (" + row.text("application") + ", open for "
                        + row.number("seconds") + " s)",
                "schema",
                schema().name()));
        return new StoreUnavailableException(
                "MIGRATION_BLOCKED",
                "Tables of the schema " + schema().name() + " were in use for " + patience.toSeconds()
                        + " s without a pause" + (others.isEmpty() ? "" : ", by " + String.join(", ", others))
                        + ". What was not applied is not there. End these transactions, then try again.",
                cause);
    }

    private interface Step<T> {
        T take();
    }

    /** What is refused to this role is its own problem, and not the store's. */
    private <T> T told(Step<T> step) {
        try {
            return step.take();
        } catch (BatonException e) {
            if (Failures.isForbidden(e)) {
                throw new BatonException(
                        "NO_RIGHTS",
                        "This role may not do that to the schema " + schema().name()
                                + ". Nothing was done. Have its owner run ./baton migrate --apply, with --grant-to this role.",
                        e);
            } else if (Failures.isUnknownObject(e)) {
                throw new BatonException("UNKNOWN_ROLE", "There is no such role to grant rights to. Make it first.", e);
            }
            throw e;
        }
    }
}
