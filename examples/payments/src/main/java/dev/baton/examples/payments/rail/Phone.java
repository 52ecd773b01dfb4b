package dev.baton.examples.payments.rail;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** How people ask the people of a rail, also of one that no program can ask. Safe for use by several threads. */
public final class Phone {

    private static final int TAKEN = 200;
    private static final int NOT_TAKEN = 404;

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI where;

    /** At this address. */
    public Phone(URI where) {
        this.where = where;
    }

    /** Whether a rail has taken this reference. */
    public boolean isTaken(String rail, String reference) throws IOException, InterruptedException {
        HttpRequest question = HttpRequest.newBuilder(where.resolve("/people/" + rail + "/" + reference))
                .build();
        int status = http.send(question, BodyHandlers.discarding()).statusCode();
        if (status != TAKEN && status != NOT_TAKEN) {
            throw new IOException("Nobody knows: " + status);
        }
        return status == TAKEN;
    }
}
