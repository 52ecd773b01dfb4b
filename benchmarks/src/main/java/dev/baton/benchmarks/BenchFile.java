package dev.baton.benchmarks;

import dev.baton.benchmarks.verdict.Findings;
import dev.baton.benchmarks.verdict.Ledger;
import dev.baton.benchmarks.verdict.LedgerCheck;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * A database of the bench, with its own ledger.
 *
 * @param past how many jobs of the past were put into it
 */
record BenchFile(Path path, Ledger ledger, long past) {

    static BenchFile at(Path path) {
        return new BenchFile(path, new Ledger(), 0);
    }

    BenchFile withPast(long jobs) {
        return new BenchFile(path, ledger, jobs);
    }

    Findings check() throws SQLException {
        return LedgerCheck.check(path, ledger, past);
    }
}
