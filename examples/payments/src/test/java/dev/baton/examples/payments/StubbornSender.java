package dev.baton.examples.payments;

import dev.baton.examples.payments.rail.RailClient;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Reply;
import dev.baton.outbox.Sender;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Calls rails with the JDK's old client, which knows no interrupt: what it has begun to send it sends. */
final class StubbornSender implements Sender {

    private final RailClient client;
    private final URI where;

    StubbornSender(RailClient client, String where) {
        this.client = client;
        this.where = URI.create(where);
    }

    @Override
    public Reply send(Dispatch dispatch) throws IOException {
        var call = (HttpURLConnection)
                where.resolve("/" + dispatch.payment().rail()).toURL().openConnection();
        call.setDoOutput(true);
        try (OutputStream body = call.getOutputStream()) {
            body.write(client.body(dispatch).getBytes(StandardCharsets.UTF_8));
        }
        return Reply.of(call.getResponseCode() == 200 ? "ACCEPTED" : "ERROR").about(dispatch.reference());
    }
}
