package dev.baton.outbox;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.CommandResult;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.KeyReusedException;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.StoreTransaction;
import dev.baton.store.Switch;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Where payments are handed over by the transaction that decides them, and looked after until their rail has taken them. Safe for use by
 * several threads. Immutable.
 *
 * <p>A payment is a job: it can be found, awaited and explained with its id as any other.
 */
public final class Outbox {

    private static final int MANY = 1000;

    private final Baton baton;
    private final Rails rails;
    private final boolean ordered;

    /** On this engine, which was set up with the same rails. Payments of a participant are sent one after another. */
    public Outbox(Baton baton, Rails rails) {
        this(baton, rails, true);
    }

    private Outbox(Baton baton, Rails rails, boolean ordered) {
        this.baton = baton;
        this.rails = rails;
        this.ordered = ordered;
    }

    /**
     * The same, where payments of a participant are sent one after another, in the order in which they were committed: what is slow, has
     * failed or is held keeps those after it waiting. The default.
     */
    public Outbox ordered() {
        return new Outbox(baton, rails, true);
    }

    /**
     * The same, where payments of a participant are numbered in the order in which they were committed, and sent side by side: what is
     * slow, has failed or is held keeps nobody waiting. It is decided for each payment when it is enqueued; whoever sends it has to be of a
     * version that knows of it.
     */
    public Outbox numberedOnly() {
        return new Outbox(baton, rails, false);
    }

    /**
     * Hands a payment over within the ledger's transaction: it is sent if and only if that commits and, unless payments are {@link
     * #numberedOnly()}, after all of the same participant that were committed before it. The same payment again changes nothing, uses no number, and answers with the first, also when that
     * is long over.
     *
     * @throws KeyReusedException if its instruction and key belong to another payment; nothing was stored, and the transaction is usable
     * @throws BatonException with the code {@code UNKNOWN_RAIL} or {@code INVALID_DESTINATION}; nothing was stored
     */
    public Enqueued enqueue(Connection transaction, Payment payment) {
        return enqueue(new JdbcTransaction(transaction), payment);
    }

    /** As {@link #enqueue(Connection, Payment)}, for stores that know another kind of transaction. */
    public Enqueued enqueue(StoreTransaction transaction, Payment payment) {
        return enqueueAll(transaction, List.of(payment)).get(0);
    }

    /** As {@link #enqueue(Connection, Payment)}, in a transaction of its own: it is stored when this returns. */
    public Enqueued enqueue(Payment payment) {
        return Enqueued.of(baton.enqueue(request(payment)));
    }

    /** As {@link #enqueue(Connection, Payment)}, many at once and in this order: all of them, or none. */
    public List<Enqueued> enqueueAll(Connection transaction, List<Payment> payments) {
        return enqueueAll(new JdbcTransaction(transaction), payments);
    }

    /** As {@link #enqueueAll(Connection, List)}, for stores that know another kind of transaction. */
    public List<Enqueued> enqueueAll(StoreTransaction transaction, List<Payment> payments) {
        return Enqueued.all(baton.enqueueAll(transaction, requests(payments)));
    }

    /** As {@link #enqueueAll(Connection, List)}, in a transaction of its own: they are stored when this returns. */
    public List<Enqueued> enqueueAll(List<Payment> payments) {
        return Enqueued.all(baton.enqueueAll(requests(payments)));
    }

    private List<JobRequest<Payment>> requests(List<Payment> payments) {
        return payments.stream().map(this::request).toList();
    }

    JobRequest<Payment> request(Payment payment) {
        Rail rail = rails.rail(payment.rail());
        if (!rail.takes(payment)) {
            throw new BatonException(
                    "INVALID_DESTINATION",
                    "The rail " + rail.name() + " does not take the destination of " + payment
                            + "; nothing was stored.");
        }
        return anyRequest(payment);
    }

    /** The same without a look at the rail, which may be gone, or take other destinations, when the payment is over. */
    JobRequest<Payment> anyRequest(Payment payment) {
        String lane = Rails.lane(payment.participant());
        JobRequest<Payment> request = rails.type()
                .job(payment)
                .queue(Rail.queue(payment.rail()))
                .uniqueKey(payment.instruction().unique());
        return ordered ? request.lane(lane) : request.numberedIn(lane);
    }

    /** Where a payment stands. */
    public Optional<PaymentStatus> status(JobId payment) {
        return baton.find(payment).filter(Outbox::isPayment).map(PaymentStatus::of);
    }

    /** Where the payment of this instruction and key stands; if others were put in its place, where the last of them does. */
    public Optional<PaymentStatus> status(Instruction instruction) {
        return baton.find(rails.type(), instruction.unique()).map(this::lastOf).map(PaymentStatus::of);
    }

    /** Where the payments of an instruction stand, by their keys, up to 1,000. */
    public Map<Instruction, PaymentStatus> statuses(String instruction) {
        var statuses = new LinkedHashMap<Instruction, PaymentStatus>();
        baton.keyed(rails.type(), Instruction.allOf(instruction), MANY)
                .forEach((key, job) -> statuses.put(Instruction.of(key), PaymentStatus.of(lastOf(job))));
        return statuses;
    }

    /** The one that stands for it now. */
    private JobView lastOf(JobView job) {
        JobView last = job;
        for (Optional<JobView> next = inPlaceOf(last); next.isPresent(); next = inPlaceOf(last)) {
            last = next.get();
        }
        return last;
    }

    private Optional<JobView> inPlaceOf(JobView job) {
        return job.replacedBy().flatMap(baton::find);
    }

    /**
     * The payments that failed for good or are held, the newest first, up to so many of each: what waits for people, and blocks its
     * participant if that is ordered, why and since when. At most 1,000.
     */
    public List<PaymentStatus> blocked(int limit) {
        JobFilter payments = JobFilter.ALL.type(Rails.TYPE);
        return Stream.of(JobState.HELD, JobState.DEAD)
                .flatMap(state -> baton.list(payments.state(state), limit).stream())
                .map(PaymentStatus::of)
                .toList();
    }

    // What people do. Each is one transaction, is on record with who and why, and is refused if the payment has moved
    // on meanwhile.

    /** Has a payment that failed, or waits for its next attempt, sent now; one that is held has its rail asked once more, if that can be. */
    public CommandResult retry(JobId payment, By by) {
        return command(payment, by, baton::retry);
    }

    /** Gives this one up, and has the participant's next payments go on without it; also if it is held, and may have been taken. */
    public CommandResult skip(JobId payment, By by) {
        return command(payment, by, baton::skip);
    }

    /** Says what became of a payment that is held. */
    public CommandResult resolve(JobId payment, Resolution what, By by) {
        return command(payment, by, what == Resolution.SENT ? baton::confirm : baton::release);
    }

    /**
     * Puts a payment with other data in the place of one that waits or has failed, which is given up. It is of the same instruction, key,
     * participant and rail, has a reference of its own, and goes to the end of the participant's payments. Answers its id.
     *
     * @throws BatonException with the code {@code OTHER_PAYMENT} if it is not, or with that of a refusal, {@code IN_DOUBT} or {@code
     *     STATE_CONFLICT}, if the old one is being sent or may have been taken; nothing was changed
     */
    public JobId replace(JobId old, Payment better, By by) {
        JobView job = own(old).orElseThrow(() -> new BatonException("NOT_FOUND", "There is no such payment."));
        JobRequest<Payment> request = request(better);
        boolean same = job.route().queue().equals(request.queue())
                && job.facts().turn().map(Turn::lane).equals(request.lane())
                && firstOf(job).facts().key().equals(request.key());
        if (!same) {
            throw new BatonException(
                    "OTHER_PAYMENT",
                    "A payment is replaced by one of the same instruction, key, participant and rail; nothing was changed.");
        }
        return baton.replace(old, rails.type(), better, reasoned(by));
    }

    /** The one that was enqueued, where others were put in its place since: the key has stayed with it. */
    private JobView firstOf(JobView job) {
        JobView first = job;
        for (Optional<JobView> before = replacedBy(first); before.isPresent(); before = replacedBy(first)) {
            first = before.get();
        }
        return first;
    }

    private Optional<JobView> replacedBy(JobView job) {
        return job.facts().replaces().flatMap(baton::find);
    }

    private CommandResult command(JobId payment, By by, BiFunction<JobId, By, CommandResult> act) {
        By who = reasoned(by);
        return own(payment).map(job -> act.apply(job.id(), who)).orElseGet(CommandResult.NotFound::new);
    }

    private Optional<JobView> own(JobId payment) {
        Optional<JobView> job = baton.find(payment);
        if (job.isPresent() && !isPayment(job.get())) {
            throw new BatonException("NOT_A_PAYMENT", "Job " + payment + " is no payment; nothing was changed.");
        }
        return job;
    }

    // Kill switches: what is off is neither claimed nor, if it is claimed already, sent, by any process, from a moment
    // later on.

    /** Has nothing that this concerns sent until it is turned on. Calls that are under way go on, and enqueuing does. */
    public void turnOff(Switch which, By by) {
        baton.turnOff(which, reasoned(by));
    }

    /** Has what this concerns sent again. */
    public void turnOn(Switch which, By by) {
        baton.turnOn(which, reasoned(by));
    }

    /** All payments. */
    public static Switch everything() {
        return Switch.type(Rails.TYPE);
    }

    /** All payments over this rail. */
    public static Switch rail(String name) {
        return Switch.queue(Rail.queue(Ids.checked("a rail's name", name)));
    }

    /** All payments of this participant. */
    public static Switch participant(String id) {
        return Switch.lane(Rails.lane(Ids.checked("a participant", id)));
    }

    private static By reasoned(By by) {
        if (by.why().isBlank()) {
            throw new BatonException("REASON_REQUIRED", "Where money is moved or stopped, say why; nothing was done.");
        }
        return by;
    }

    private static boolean isPayment(JobView job) {
        return job.route().type().equals(Rails.TYPE);
    }
}
