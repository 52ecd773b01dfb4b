package dev.baton.examples.payments.rail;

import dev.baton.job.JacksonCodec;
import dev.baton.job.Retry;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Rail;
import dev.baton.outbox.Rails;
import dev.baton.outbox.http.HttpRail;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The three rails that the ledger pays over, and what their answers mean. */
public final class PaymentRails {

    /** Sent the same reference twice, it takes it once. */
    public static final String SEPA = "sepa";
    /** Can be asked what became of a reference. */
    public static final String WIRE = "wire";
    /** Takes what it is sent, and cannot be asked. */
    public static final String PAPER = "paper";

    /** All of them. */
    public static final List<String> NAMES = List.of(SEPA, WIRE, PAPER);

    /** An error is among those that say nothing: it may come before or after the payment was taken. */
    public static final Codes CODES = Codes.accepting(Answer.ACCEPTED)
            .terminal(Answer.CLOSED)
            .retryable(Answer.BUSY)
            .unknown(Answer.ERROR);

    private static final int ATTEMPTS = 50;
    private static final Predicate<String> IBAN =
            Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}").asMatchPredicate();

    private PaymentRails() {}

    /** Those of these names, at this address, which is in the open and on a machine of our own. */
    public static Rails at(URI address, Collection<String> names, RailPace pace) {
        return Rails.of(names.stream()
                        .map(name -> rail(address, name, pace)
                                .timeout(pace.timeout())
                                .quiet(pace.quiet())
                                .destinations(IBAN))
                        .toArray(Rail[]::new))
                .retry(Retry.exponential(pace.timeout().dividedBy(4))
                        .cap(pace.timeout())
                        .attempts(ATTEMPTS));
    }

    private static Rail rail(URI address, String name, RailPace pace) {
        HttpRail http = HttpRail.to(address.resolve("/" + name))
                .allowInside(address.getHost())
                .timeout(pace.timeout())
                .body(PaymentRails::order)
                .codeAt("/code")
                .referenceAt("/reference")
                .railReferenceAt("/railReference");
        return switch (name) {
            case SEPA -> http.idempotent(name, CODES);
            case WIRE ->
                http.lookup(dispatch -> address.resolve("/" + name + "/" + dispatch.reference()))
                        .neverSeen(Answer.NEVER_SEEN)
                        .queryable(name, CODES);
            case PAPER -> http.neither(name, CODES);
            default -> throw new IllegalArgumentException("There is no rail " + name);
        };
    }

    /** What a rail is sent for this payment. */
    public static String order(Dispatch dispatch) {
        var payment = dispatch.payment();
        return new JacksonCodec()
                .encode(new Order(
                        dispatch.reference(),
                        payment.participant(),
                        dispatch.sequence(),
                        payment.amount().minor(),
                        payment.amount().currency(),
                        payment.destination()));
    }
}
