package dev.baton.examples.payments;

import dev.baton.examples.payments.rail.PaymentRails;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Rail;
import dev.baton.outbox.Rails;
import dev.baton.outbox.Reply;
import dev.baton.outbox.Sender;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Calls rails with the JDK's old client, which knows no interrupt: what it has begun to send it sends. */
final class StubbornSender implements Sender {

    private final URI where;

    private StubbornSender(URI where) {
        this.where = where;
    }

    /** One rail that is called so, and asked nothing. */
    static Rails rails(URI where, String name) {
        var sender = new StubbornSender(where);
        Rail rail = switch (name) {
            case PaymentRails.SEPA -> Rail.idempotent(name, PaymentRails.CODES, sender);
            case PaymentRails.WIRE ->
                Rail.queryable(name, PaymentRails.CODES, sender, dispatch -> {
                    throw new IOException("It is not asked by this one");
                });
            default -> Rail.neither(name, PaymentRails.CODES, sender);
        };
        return Rails.of(rail.timeout(Impatient.PACE.timeout()).quiet(Impatient.PACE.quiet()));
    }

    @Override
    public Reply send(Dispatch dispatch) throws IOException {
        var call = (HttpURLConnection)
                where.resolve("/" + dispatch.payment().rail()).toURL().openConnection();
        call.setDoOutput(true);
        try (OutputStream body = call.getOutputStream()) {
            body.write(PaymentRails.order(dispatch).getBytes(StandardCharsets.UTF_8));
        }
        return Reply.of(call.getResponseCode() == 200 ? "ACCEPTED" : "ERROR").about(dispatch.reference());
    }
}
