package dev.baton.examples.payments.rail;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.job.JacksonCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Three rails behind one port, and what can go wrong with them: which call meets which trouble a seed decides. One knows what it has
 * taken by its reference, one can be asked, and one can do neither. On the paths below {@code /people} somebody picks up the phone: there
 * anybody can be asked, and nothing goes wrong.
 */
public final class SimulatedRails implements AutoCloseable {

    private static final int BODY_MAX = 10_000;

    private final JacksonCodec json = new JacksonCodec();
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final ExecutorService hands = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final Book book;
    private final RailPace pace;
    private volatile OptionalLong seed;

    private SimulatedRails(HttpServer server, Book book, RailPace pace, OptionalLong seed) {
        this.server = server;
        this.book = book;
        this.pace = pace;
        this.seed = seed;
    }

    /** A port, a file for the book, and, if things are to go wrong, a seed, and the time-out and quiet time in milliseconds of those who call. */
    public static void main(String[] args) throws Exception {
        if (args.length != 2 && args.length != 3 && args.length != 5) {
            System.err.println("usage: SimulatedRails PORT BOOK [SEED [TIMEOUT QUIET]], such as 9000 book.txt 42");
            System.exit(2);
        }
        RailPace pace = args.length == 5
                ? new RailPace(Duration.ofMillis(Long.parseLong(args[3])), Duration.ofMillis(Long.parseLong(args[4])))
                : RailPace.USUAL;
        OptionalLong seed = args.length > 2 ? OptionalLong.of(Long.parseLong(args[2])) : OptionalLong.empty();
        SimulatedRails rails = open(Integer.parseInt(args[0]), Path.of(args[1]), pace, seed);
        System.out.println("ready on port " + rails.port());
    }

    /** On this port of this machine; 0 is any that is free. */
    public static SimulatedRails open(int port, Path book, RailPace pace, OptionalLong seed) throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        var rails = new SimulatedRails(HttpServer.create(address, 0), Book.open(book), pace, seed);
        for (String rail : PaymentRails.NAMES) {
            rails.server.createContext("/" + rail, call -> rails.answer(call, rail));
        }
        rails.server.createContext("/people", rails::phone);
        rails.server.createContext("/calm", call -> {
            rails.seed = OptionalLong.empty();
            reply(call, 200, "");
        });
        rails.server.setExecutor(rails.hands);
        rails.server.start();
        return rails;
    }

    /** Where it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange call, String rail) throws IOException {
        String reference = lastOf(call);
        if (call.getRequestMethod().equals("POST")) {
            byte[] body = call.getRequestBody().readNBytes(BODY_MAX);
            pay(call, rail, json.decode(new String(body, StandardCharsets.UTF_8), Order.class));
        } else if (!rail.equals(PaymentRails.WIRE)) {
            say(call, 405, new Answer(Answer.ERROR, reference, ""));
        } else if (seed.isPresent() && random(rail, reference).nextInt(4) == 0) {
            say(call, 500, new Answer(Answer.ERROR, reference, ""));
        } else {
            find(call, rail, reference);
        }
    }

    /** What is known of {@code /people/RAIL/REFERENCE}. */
    private void phone(HttpExchange call) throws IOException {
        String[] parts = call.getRequestURI().getPath().split("/", -1);
        find(call, parts[2], parts[3]);
    }

    private void find(HttpExchange call, String rail, String reference) throws IOException {
        var found = book.find(rail, reference);
        if (found.isPresent()) {
            say(call, 200, new Answer(Answer.ACCEPTED, reference, found.get()));
        } else {
            say(call, 404, new Answer(Answer.NEVER_SEEN, reference, ""));
        }
    }

    private void pay(HttpExchange call, String rail, Order order) throws IOException {
        Trouble trouble = trouble(rail, order.reference());
        switch (trouble) {
            case LOST -> {
                book.refuse(rail, order, trouble);
                call.close();
            }
            case BUSY -> {
                book.refuse(rail, order, trouble);
                say(call, 503, new Answer(Answer.BUSY, order.reference(), ""));
            }
            case REFUSED -> {
                book.refuse(rail, order, trouble);
                say(call, 422, new Answer(Answer.CLOSED, order.reference(), ""));
            }
            case DELAYED -> takeTooLate(call, rail, order);
            default -> confirm(call, order, take(rail, order, trouble), trouble);
        }
    }

    private String take(String rail, Order order, Trouble trouble) throws IOException {
        return book.take(rail, order, trouble, rail.equals(PaymentRails.SEPA));
    }

    private void confirm(HttpExchange call, Order order, String name, Trouble trouble) throws IOException {
        var answer = new Answer(Answer.ACCEPTED, order.reference(), name);
        switch (trouble) {
            case DROPPED -> call.close();
            case FAILED -> say(call, 500, new Answer(Answer.ERROR, order.reference(), ""));
            case SLOW -> after(pace.timeout().dividedBy(2), () -> say(call, 200, answer));
            case LATE -> after(pace.tooLate(), () -> say(call, 200, answer));
            case TWICE -> reply(call, 200, json.encode(answer) + "\n" + json.encode(answer));
            case WRONG -> say(call, 200, new Answer(Answer.ACCEPTED, "not-" + order.reference(), name));
            default -> say(call, 200, answer);
        }
    }

    /** Whatever is on its way arrives within the quiet time or never: that is what a quiet time says. */
    private void takeTooLate(HttpExchange call, String rail, Order order) {
        long sent = System.nanoTime();
        after(pace.tooLate(), () -> {
            if (System.nanoTime() - sent > pace.lost().toNanos()) {
                book.refuse(rail, order, Trouble.LOST);
                call.close();
            } else {
                confirm(call, order, take(rail, order, Trouble.DELAYED), Trouble.DELAYED);
            }
        });
    }

    /** Who knows what it has taken by its reference does not refuse it; it may be too busy to look. */
    private Trouble trouble(String rail, String reference) {
        if (seed.isEmpty()) {
            return Trouble.NONE;
        }
        Trouble drawn = Trouble.of(random(rail, reference));
        boolean denied = drawn == Trouble.REFUSED
                && rail.equals(PaymentRails.SEPA)
                && book.find(rail, reference).isPresent();
        return denied ? Trouble.NONE : drawn;
    }

    private SplittableRandom random(String rail, String reference) {
        int call = calls.merge(rail + " " + reference, 1, Integer::sum);
        return new SplittableRandom(seed.orElse(0) + 31L * (rail + reference).hashCode() + 1_000_003L * call);
    }

    /** What is done when whoever called may be long gone. */
    @FunctionalInterface
    private interface Step {
        void take() throws IOException;
    }

    private void after(Duration time, Step step) {
        CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS, hands)
                .execute(() -> {
                    try {
                        step.take();
                    } catch (IOException gone) {
                        // Nobody listens any more.
                    }
                });
    }

    private void say(HttpExchange call, int status, Answer answer) throws IOException {
        reply(call, status, json.encode(answer));
    }

    private static void reply(HttpExchange call, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        call.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        call.getResponseBody().write(body);
        call.close();
    }

    private static String lastOf(HttpExchange call) {
        String path = call.getRequestURI().getPath();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        hands.shutdownNow();
        book.close();
    }
}
