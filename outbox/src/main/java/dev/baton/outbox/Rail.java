package dev.baton.outbox;

import dev.baton.job.BatonException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A way out for payments: how they are sent, what its answers mean, and what it can stand. Immutable. */
public final class Rail {

    private static final Duration LONGEST = Duration.ofHours(1);

    private final String name;
    private final RailKind kind;
    private final Codes codes;
    private final Sender sender;
    private final @Nullable Finder finder;
    private final Terms terms;

    /** What may be said otherwise. */
    private record Terms(
            Duration timeout,
            Duration quiet,
            Optional<Duration> memory,
            int concurrency,
            Predicate<String> destinations) {}

    private static final Terms USUAL =
            new Terms(Duration.ofSeconds(30), Duration.ofSeconds(30), Optional.empty(), 0, any -> true);

    private Rail(Rail like, Terms terms) {
        this(like.name, like.kind, like.codes, like.sender, like.finder, terms);
    }

    private Rail(String name, RailKind kind, Codes codes, Sender sender, @Nullable Finder finder, Terms terms) {
        this.name = Ids.checked("a rail's name", name);
        this.kind = kind;
        this.codes = Objects.requireNonNull(codes, "codes");
        this.sender = Objects.requireNonNull(sender, "sender");
        this.finder = finder;
        this.terms = terms;
    }

    /** One to which the same reference again is no second payment. */
    public static Rail idempotent(String name, Codes codes, Sender sender) {
        return new Rail(name, RailKind.IDEMPOTENT, codes, sender, null, USUAL);
    }

    /** One that can be asked what became of a reference. */
    public static Rail queryable(String name, Codes codes, Sender sender, Finder finder) {
        return new Rail(name, RailKind.QUERYABLE, codes, sender, Objects.requireNonNull(finder, "finder"), USUAL);
    }

    /** One that takes what it is sent, and cannot be asked. */
    public static Rail neither(String name, Codes codes, Sender sender) {
        return new Rail(name, RailKind.NEITHER, codes, sender, null, USUAL);
    }

    /** How long a call may take; then it is interrupted, and nobody knows what came of it. Default: 30 s, at most an hour. */
    public Rail timeout(Duration timeout) {
        require(!timeout.isNegative() && !timeout.isZero() && timeout.compareTo(LONGEST) <= 0, "The time-out", timeout);
        return new Rail(this, new Terms(timeout, terms.quiet, terms.memory, terms.concurrency, terms.destinations));
    }

    /**
     * How long after the end of a call something may still arrive at the rail: so long nothing is sent again, and the rail's word that it
     * has never seen a payment is not believed. Default: 30 s.
     */
    public Rail quiet(Duration quiet) {
        require(!quiet.isNegative(), "The quiet time", quiet);
        return new Rail(this, new Terms(terms.timeout, quiet, terms.memory, terms.concurrency, terms.destinations));
    }

    /**
     * How long it knows a reference: an idempotent rail for so long takes the same again for the same, and a queryable one finds it. A
     * payment that is in doubt for longer is neither sent again, nor is the rail's word believed that it has never seen it; it is held. Say
     * less than the rail promises, by what clocks may differ. Default: for ever.
     */
    public Rail remembersFor(Duration memory) {
        require(!memory.isNegative() && !memory.isZero(), "The memory", memory);
        return new Rail(
                this,
                new Terms(terms.timeout, terms.quiet, Optional.of(memory), terms.concurrency, terms.destinations));
    }

    /**
     * How many payments this process sends over it at once; a call that ignores its interrupt counts until it returns, as it is still under
     * way. Default: as many as it sends in all.
     */
    public Rail concurrency(int most) {
        require(most >= 1, "The concurrency", most);
        return new Rail(this, new Terms(terms.timeout, terms.quiet, terms.memory, most, terms.destinations));
    }

    /** Which destinations it can take. What is refused is not enqueued, and not sent. Default: all. */
    public Rail destinations(Predicate<String> valid) {
        Objects.requireNonNull(valid, "valid");
        return new Rail(this, new Terms(terms.timeout, terms.quiet, terms.memory, terms.concurrency, valid));
    }

    /** What payments call it. */
    public String name() {
        return name;
    }

    /** What it can stand. */
    public RailKind kind() {
        return kind;
    }

    /** How long a call may take. */
    public Duration timeout() {
        return terms.timeout;
    }

    /** How long something may still arrive. */
    public Duration quiet() {
        return terms.quiet;
    }

    /** How long it knows a reference, if not for ever. */
    Optional<Duration> remembersFor() {
        return terms.memory;
    }

    /** The queue of its payments, by which it is switched off and limited. */
    String queue() {
        return queue(name);
    }

    static String queue(String rail) {
        return "outbox." + rail;
    }

    /** How many at once, if that is limited. */
    Optional<Integer> concurrency() {
        return terms.concurrency == 0 ? Optional.empty() : Optional.of(terms.concurrency);
    }

    boolean takes(Payment payment) {
        return terms.destinations.test(payment.destination());
    }

    Reply send(Dispatch dispatch) throws Exception {
        return Objects.requireNonNull(sender.send(dispatch), "The rail answered nothing");
    }

    Found find(Dispatch dispatch) throws Exception {
        return Objects.requireNonNull(
                Objects.requireNonNull(finder, "finder").find(dispatch), "The rail found nothing to answer");
    }

    /** What an answer says of the payment with this reference; of another one it says nothing. */
    Codes.Meaning meaningOf(Reply reply, String reference) {
        return isAboutAnother(reply, reference) ? Codes.Meaning.UNKNOWN : codes.meaningOf(reply.code());
    }

    static boolean isAboutAnother(Reply reply, String reference) {
        return reply.about().filter(other -> !other.equals(reference)).isPresent();
    }

    private static void require(boolean condition, String what, Object got) {
        if (!condition) {
            throw new BatonException("OUT_OF_RANGE", what + " of a rail is out of range; got " + got + ".");
        }
    }
}
