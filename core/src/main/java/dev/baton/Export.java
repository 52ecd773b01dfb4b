package dev.baton;

import dev.baton.internal.prune.ExportFiles;
import dev.baton.internal.prune.Sheet;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where the past of jobs is written, as lines of JSON: one for every attempt, and for everything else that happened to a job. A file
 * has its name once all of it is on disk. The same may be in two files, as after a crash, or if two nodes write it; drop what has the
 * same {@code job} and {@code entry}. Immutable.
 */
public final class Export {

    private static final int PAGE = 100;

    private final ExportFiles files;

    private Export(ExportFiles files) {
        this.files = files;
    }

    /** New files in this folder, which is made if it is not there. Without the jobs' data. */
    public static Export toFiles(Path folder) {
        return new Export(new ExportFiles(Objects.requireNonNull(folder, "folder"), false));
    }

    /** The same with the jobs' data, as the store has it, secrets included. What was redacted is gone. */
    public Export withPayloads() {
        return new Export(new ExportFiles(files.folder(), true));
    }

    ExportFiles files() {
        return files;
    }

    /**
     * How far an export is.
     *
     * @param jobs so many were written, in all
     * @param file to this one the last of them
     * @param last of all jobs that were written the last; where to go on
     */
    public record Written(long jobs, Path file, JobId last) {}

    /**
     * Writes the whole past that a store has, of jobs that are over and of those that are not, the newest job first. Nothing is
     * removed, and others go on meanwhile; jobs that are added later are left out. It reads a few jobs at a time, and tells after
     * every file how far it is.
     *
     * @param after from after this job on, which an earlier call was the last to write; otherwise from the start
     * @throws BatonException with the code {@code EXPORT_FAILED} if a file cannot be written; those that were told are whole
     */
    public void history(JobStore store, Optional<JobId> after, Consumer<Written> told) {
        Optional<JobId> last = after;
        long jobs = 0;
        boolean more = true;
        try {
            while (more) {
                Sheet sheet = files.begin(store.clock().instant());
                Optional<JobId> reached = fill(sheet, store, last);
                more = sheet.isFull();
                Optional<Path> file = sheet.complete();
                jobs += sheet.jobs().size();
                if (file.isPresent() && reached.isPresent()) {
                    told.accept(new Written(jobs, file.get(), reached.get()));
                }
                last = reached;
            }
        } catch (IOException e) {
            throw new BatonException(
                    "EXPORT_FAILED",
                    "Nothing more can be written to " + files.folder() + ": " + e
                            + ". The files that are there under their names are whole; make room, and go on after the last of them.",
                    e);
        }
    }

    private static Optional<JobId> fill(Sheet sheet, JobStore store, Optional<JobId> after) throws IOException {
        Optional<JobId> last = after;
        boolean done = false;
        try {
            boolean more = true;
            while (more && !sheet.isFull()) {
                List<JobId> page = store
                        .list(JobFilter.ALL, last, PAGE, store.clock().instant())
                        .stream()
                        .map(JobView::id)
                        .toList();
                sheet.add(store, page);
                more = page.size() == PAGE;
                last = page.isEmpty() ? last : Optional.of(page.get(page.size() - 1));
            }
            done = true;
            return last;
        } finally {
            if (!done) {
                sheet.discard();
            }
        }
    }
}
