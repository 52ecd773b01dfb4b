package dev.baton.examples.payments.rail;

import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Found;
import dev.baton.outbox.Reply;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Calls rails over HTTP. It has no time-out of its own: whoever calls too long is interrupted. Safe for use by several threads. */
public final class RailClient {

    /** Nobody was there, so nothing has left. */
    static final String UNREACHABLE = "UNREACHABLE";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final JacksonCodec json = new JacksonCodec();
    private final URI where;

    /** Of the rails at this address. */
    public RailClient(URI where) {
        this.where = where;
    }

    /** Sends a payment over a rail. */
    Reply send(String rail, Dispatch dispatch) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(where.resolve("/" + rail))
                .POST(BodyPublishers.ofString(body(dispatch)))
                .build();
        try {
            return reply(http.send(request, BodyHandlers.ofString()));
        } catch (ConnectException nobody) {
            return Reply.of(UNREACHABLE);
        }
    }

    /** What a rail is sent for this payment. */
    public String body(Dispatch dispatch) {
        var payment = dispatch.payment();
        return json.encode(new Order(
                dispatch.reference(),
                payment.participant(),
                dispatch.sequence(),
                payment.amount().minor(),
                payment.amount().currency(),
                payment.destination()));
    }

    /** What a rail knows of a payment. */
    Found find(String rail, Dispatch dispatch) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask("/" + rail + "/" + dispatch.reference());
        return switch (answer.statusCode()) {
            case 200 -> Found.seen(reply(answer));
            case 404 -> Found.neverSeen();
            default -> throw new IOException("The rail answered " + answer.statusCode());
        };
    }

    /** Whether a rail has taken this reference, as its people say when one phones them. */
    public boolean isTaken(String rail, String reference) throws IOException, InterruptedException {
        int status = ask("/people/" + rail + "/" + reference).statusCode();
        if (status != 200 && status != 404) {
            throw new IOException("Nobody knows: " + status);
        }
        return status == 200;
    }

    private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(where.resolve(path)).build(), BodyHandlers.ofString());
    }

    /** What is no answer, or two, says nothing. */
    private Reply reply(HttpResponse<String> response) throws IOException {
        try {
            Answer answer = json.decode(response.body(), Answer.class);
            Reply reply = Reply.of(answer.code()).about(answer.reference());
            return answer.railReference().isEmpty() ? reply : reply.as(answer.railReference());
        } catch (BatonException unreadable) {
            throw new IOException(
                    "The rail answered " + response.statusCode() + " and something unreadable", unreadable);
        }
    }
}
