package dev.baton.examples.payments;

import dev.baton.examples.payments.rail.PaymentRails;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Rail;
import dev.baton.outbox.Rails;
import dev.baton.outbox.Reply;
import dev.baton.outbox.Sender;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls rails over a socket of its own, which knows no interrupt: what it has begun to send it sends. Its first call stands still when all
 * is ready: between the gate and the network, with nothing left to do but to write. It says so by making a file, goes on when there is
 * another, and says by a third that the rail has answered. The line is opened only then, as the rail hangs up on who says nothing for long.
 */
final class StubbornSender implements Sender {

    private static final long LOOK_NANOS = 5_000_000;

    private final URI where;
    private final Path standsStill;
    private final AtomicBoolean first = new AtomicBoolean(true);

    private StubbornSender(URI where, Path standsStill) {
        this.where = where;
        this.standsStill = standsStill;
    }

    /** One rail that is called so, and asked nothing. */
    static Rails rails(URI where, String name, Path standsStill) {
        var sender = new StubbornSender(where, standsStill);
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

    /** Has who stands still, as this file says, go on. */
    static void resume(Path standsStill) throws IOException {
        Files.createFile(go(standsStill));
    }

    private static Path go(Path standsStill) {
        return Path.of(standsStill + ".go");
    }

    /** What there is when the one that stood still has called, and the rail has answered. */
    static Path answered(Path standsStill) {
        return Path.of(standsStill + ".answered");
    }

    @Override
    public Reply send(Dispatch dispatch) throws IOException {
        byte[] request = request(dispatch);
        boolean stoodStill = first.getAndSet(false);
        if (stoodStill) {
            standStill();
        }
        try (var line = new Socket(where.getHost(), where.getPort());
                var answers =
                        new BufferedReader(new InputStreamReader(line.getInputStream(), StandardCharsets.UTF_8))) {
            line.getOutputStream().write(request);
            String status = answers.readLine();
            if (stoodStill && status != null) {
                Files.createFile(answered(standsStill));
            }
            boolean taken = status != null && status.contains(" 200 ");
            return Reply.of(taken ? "ACCEPTED" : "ERROR").about(dispatch.reference());
        }
    }

    private byte[] request(Dispatch dispatch) {
        byte[] body = PaymentRails.order(dispatch).getBytes(StandardCharsets.UTF_8);
        String head = "POST /" + dispatch.payment().rail() + " HTTP/1.1\r\nHost: " + where.getAuthority()
                + "\r\nContent-Length: " + body.length + "\r\nConnection: close\r\n\r\n";
        return (head + new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    /** Whoever interrupts it. */
    private void standStill() throws IOException {
        Files.createFile(standsStill);
        while (!Files.exists(go(standsStill))) {
            LockSupport.parkNanos(LOOK_NANOS);
            Thread.interrupted(); // or nothing would be parked any more
        }
    }
}
