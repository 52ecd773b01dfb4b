package dev.baton.sqlite;

import dev.baton.job.JobId;
import dev.baton.store.EvidenceLog;
import dev.baton.store.FinishedJobs;
import dev.baton.store.OperatorCommand;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What a file keeps of the past, for those who verify it, export it, or have it removed. */
final class FileArchive implements EvidenceLog, FinishedJobs {

    private final Writer writer;
    private final Verbs written;
    private final dev.baton.sqlite.Reader read;

    FileArchive(Writer writer, Verbs written, dev.baton.sqlite.Reader read) {
        this.writer = writer;
        this.written = written;
        this.read = read;
    }

    @Override
    public void read(EvidenceLog.Reader reader) {
        read.read(on -> new FileEvidence(on.jdbc).read(reader));
    }

    @Override
    public boolean prune(String chain, long upTo, OperatorCommand.By by, Instant now) {
        return writer.write(() -> written.commanding.pruneEvidence(chain, upTo, by, now));
    }

    @Override
    public List<One> list(Instant from, Optional<JobId> after, Instant before, int limit) {
        return read.read(on -> on.pruning.list(from, after, before, limit));
    }

    @Override
    public int remove(Collection<JobId> jobs) {
        return writer.write(() -> written.pruning.remove(jobs));
    }
}
