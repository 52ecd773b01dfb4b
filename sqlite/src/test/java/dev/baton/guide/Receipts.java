package dev.baton.guide;

// snippet: whole
import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;

public final class Receipts {

    record Receipt(String order, String email) {}

    static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class);

    public static void main(String[] args) throws Exception {
        try (Baton baton = Baton.on(SqliteStore.open(Path.of(args[0])))
                .handle(RECEIPT, System.out, (receipt, run, out) -> out.println("to " + receipt.email()))
                .start()) {

            JobId id = baton.enqueue(RECEIPT, new Receipt("42", "a@example.org")); // on disk when this returns

            System.out.println(baton.await(id, Duration.ofSeconds(5))); // done
        }
    }
}
// end of snippet
