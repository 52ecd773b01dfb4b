package dev.baton.examples.payments.rail;

import dev.baton.job.Retry;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Rail;
import dev.baton.outbox.Rails;
import dev.baton.outbox.Sender;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The three rails that the ledger pays over, and what their answers mean. */
public final class PaymentRails {

    /** Sends the same reference twice, takes it once. */
    public static final String SEPA = "sepa";
    /** Can be asked what became of a reference. */
    public static final String WIRE = "wire";
    /** Takes what it is sent, and cannot be asked. */
    public static final String PAPER = "paper";

    /** All of them. */
    public static final List<String> NAMES = List.of(SEPA, WIRE, PAPER);

    /** An error is in none of the tables but that of those that say nothing: it may come before or after the payment was taken. */
    private static final Codes CODES = Codes.accepting(Answer.ACCEPTED)
            .terminal(Answer.CLOSED)
            .retryable(Answer.BUSY, RailClient.UNREACHABLE)
            .unknown(Answer.ERROR);

    private static final Predicate<String> IBAN =
            Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}").asMatchPredicate();

    private PaymentRails() {}

    /** Those of these names, called by this client at this pace. */
    public static Rails of(Collection<String> names, RailClient client, RailPace pace) {
        return of(names, client, pace, sender -> sender);
    }

    /** The same, with something between the gate and the client. */
    public static Rails of(Collection<String> names, RailClient client, RailPace pace, UnaryOperator<Sender> between) {
        return Rails.of(names.stream()
                        .map(name -> rail(name, client, between)
                                .timeout(pace.timeout())
                                .quiet(pace.quiet())
                                .destinations(IBAN))
                        .toArray(Rail[]::new))
                .retry(Retry.exponential(pace.timeout().dividedBy(4))
                        .cap(pace.timeout())
                        .attempts(50));
    }

    private static Rail rail(String name, RailClient client, UnaryOperator<Sender> between) {
        Sender sender = between.apply(dispatch -> client.send(name, dispatch));
        return switch (name) {
            case SEPA -> Rail.idempotent(name, CODES, sender);
            case WIRE -> Rail.queryable(name, CODES, sender, dispatch -> client.find(name, dispatch));
            case PAPER -> Rail.neither(name, CODES, sender);
            default -> throw new IllegalArgumentException("There is no rail " + name);
        };
    }
}
