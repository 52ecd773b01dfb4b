package dev.baton.outbox;

import dev.baton.Baton;
import dev.baton.Imported;
import dev.baton.LegacyImport;
import dev.baton.LegacyTable;
import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Takes over all payments of an old outbox table, each participant's in their order: payments are stored and rows marked in one
 * transaction, so that wherever it dies, running it again goes on and takes no row twice. Stop whoever sends from the old table before.
 * Immutable.
 *
 * <p>What waits is enqueued. What is over is stored as over, dispatched or given up, for its number and its key: who asks for it again is
 * answered with it, and it is not sent. A row that was neither may have been sent, under a reference that the rail knows and we do
 * not. Its payment is held, and people find out; its rail is not asked.
 */
public final class PaymentImport {

    /** Why a payment is held that may have been sent from where it comes from. */
    public static final String IMPORTED_IN_DOUBT = "IMPORTED_IN_DOUBT";

    /** Why a payment is over that was never sent from here. */
    public static final String IMPORTED_OVER = "IMPORTED_OVER";

    private static final Set<String> WAITING = Set.of("PENDING", "RETRYABLE");
    private static final Map<String, JobState> OVER = Map.of("DISPATCHED", JobState.DONE, "FAILED", JobState.CANCELLED);

    private final Outbox outbox;
    private final Supplier<? extends LegacyTable<LegacyPayment>> table;
    private final Function<LegacyPayment, Payment> mapping;
    private final int batch;

    private PaymentImport(
            Outbox outbox,
            Supplier<? extends LegacyTable<LegacyPayment>> table,
            Function<LegacyPayment, Payment> mapping,
            int batch) {
        this.outbox = outbox;
        this.table = table;
        this.mapping = Objects.requireNonNull(mapping, "mapping");
        this.batch = batch;
    }

    /**
     * Into this outbox, from a table as {@link LegacyOutbox} knows it, whose payloads are JSON with {@code amount} as a decimal text, {@code
     * currency}, {@code destination} and {@code details} if there are any.
     */
    public static PaymentImport into(Outbox outbox) {
        var codec = new JacksonCodec();
        return new PaymentImport(
                outbox,
                LegacyOutbox::new,
                row -> codec.decode(row.payload(), Content.class).payment(row),
                100);
    }

    /**
     * From another table, whose states are {@code PENDING} or {@code RETRYABLE} for what has not been sent for certain, {@code DISPATCHED}
     * for what a rail has taken, and {@code FAILED} for what none has and none will.
     */
    public PaymentImport from(LegacyTable<LegacyPayment> other) {
        Objects.requireNonNull(other, "other");
        return new PaymentImport(outbox, () -> other, mapping, batch);
    }

    /** With payloads that are read like this; what it throws makes the row a bad one, and stops the import there. */
    public PaymentImport reading(Function<LegacyPayment, Payment> other) {
        return new PaymentImport(outbox, table, other, batch);
    }

    /** How many rows are moved in one transaction. Default: 100. */
    public PaymentImport batch(int rows) {
        return new PaymentImport(outbox, table, mapping, rows);
    }

    /** What a payload says. */
    private record Content(
            String amount,
            String currency,
            String destination,
            @Nullable Map<String, String> details) {
        Payment payment(LegacyPayment row) {
            return new Payment(
                    new Instruction(row.instruction(), row.key()),
                    row.participant(),
                    row.rail(),
                    Money.of(amount, currency),
                    destination,
                    details == null ? Map.of() : details);
        }
    }

    /**
     * Imports all that is not imported yet, on connections to the database that the store is in.
     *
     * @throws BatonException as {@link LegacyImport#run(Baton, DataSource)}
     */
    public Imported<LegacyPayment> run(Baton baton, DataSource source) throws SQLException, InterruptedException {
        return LegacyImport.of(table.get(), this::job).batch(batch).run(baton, source);
    }

    private JobRequest<Payment> job(LegacyPayment row) {
        JobState end = OVER.get(row.state());
        if (end != null) {
            return outbox.anyRequest(mapping.apply(row))
                    .over(end, IMPORTED_OVER, "It was " + row.state() + " where it comes from.");
        }
        JobRequest<Payment> request = outbox.request(mapping.apply(row));
        return WAITING.contains(row.state())
                ? request
                : request.held(IMPORTED_IN_DOUBT, "It was " + row.state() + " where it comes from.");
    }
}
