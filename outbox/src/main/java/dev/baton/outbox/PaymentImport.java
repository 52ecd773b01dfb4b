package dev.baton.outbox;

import dev.baton.Baton;
import dev.baton.Imported;
import dev.baton.LegacyImport;
import dev.baton.LegacyTable;
import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobRequest;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Takes over what an old outbox table has not sent, each participant's payments in their order: payments are enqueued and rows marked in
 * one transaction, so that wherever it dies, running it again goes on and takes no row twice. Stop whoever sends from the old table
 * before. Immutable.
 *
 * <p>A row that was neither waiting nor over may have been sent, under a reference that the rail knows and we do not. Its payment is held,
 * and people find out; its rail is not asked. Payments that are over are not taken over, nor are their keys: who may still be asked to
 * send them again has to look there first.
 */
public final class PaymentImport {

    /** Why a payment is held that may have been sent from where it comes from. */
    public static final String IMPORTED_IN_DOUBT = "IMPORTED_IN_DOUBT";

    private static final Set<String> WAITING = Set.of("PENDING", "RETRYABLE");

    private final Outbox outbox;
    private final LegacyTable<LegacyPayment> table;
    private final Function<LegacyPayment, Payment> mapping;
    private final int batch;

    private PaymentImport(
            Outbox outbox, LegacyTable<LegacyPayment> table, Function<LegacyPayment, Payment> mapping, int batch) {
        this.outbox = outbox;
        this.table = Objects.requireNonNull(table, "table");
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
                new LegacyOutbox(),
                row -> codec.decode(row.payload(), Content.class).payment(row),
                100);
    }

    /** From another table, whose states are {@code PENDING} or {@code RETRYABLE} for what has not been sent for certain. */
    public PaymentImport from(LegacyTable<LegacyPayment> other) {
        return new PaymentImport(outbox, other, mapping, batch);
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
     * Imports all that is open, on connections to the database that the store is in.
     *
     * @throws BatonException as {@link LegacyImport#run(Baton, DataSource)}
     */
    public Imported<LegacyPayment> run(Baton baton, DataSource source) throws SQLException, InterruptedException {
        return LegacyImport.of(table, this::job).batch(batch).run(baton, source);
    }

    private JobRequest<Payment> job(LegacyPayment row) {
        JobRequest<Payment> request = outbox.request(mapping.apply(row));
        return WAITING.contains(row.state())
                ? request
                : request.held(IMPORTED_IN_DOUBT, "It was " + row.state() + " where it comes from.");
    }
}
