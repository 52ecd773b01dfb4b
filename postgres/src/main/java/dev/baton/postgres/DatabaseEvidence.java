package dev.baton.postgres;

import dev.baton.store.EvidenceLog;
import dev.baton.store.OperatorCommand;
import java.time.Instant;

/** The evidence in a database: read from one snapshot, and pruned by who may. */
record DatabaseEvidence(Transactions transactions) implements EvidenceLog {

    @Override
    public void read(Reader reader) {
        transactions.read(on -> new ServerEvidence(on).read(reader));
    }

    @Override
    public boolean prune(String chain, long upTo, OperatorCommand.By by, Instant now) {
        return transactions.write(on -> new Verbs(on, new Beginnings()).commanding.pruneEvidence(chain, upTo, by, now));
    }
}
