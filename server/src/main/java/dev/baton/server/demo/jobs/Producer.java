package dev.baton.server.demo.jobs;

import dev.baton.Baton;
import dev.baton.checker.Journal;
import dev.baton.checker.Turn;
import dev.baton.job.JobType;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.Inserted;
import dev.baton.store.RouteCount;
import dev.baton.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Enqueues the orders, batch by batch, from a process that handles nothing; writes down what the store acknowledged. */
final class Producer implements AutoCloseable {

    private static final int BATCH = 60;

    private final Baton baton;
    private final Journal log;
    private final List<Order> orders;
    private final Map<Kind, Integer> added = new EnumMap<>(Kind.class);
    private final Map<Kind, Integer> skipped = new EnumMap<>(Kind.class);
    private int next;

    Producer(Path database, Journal log, List<Order> orders) {
        this.baton = Baton.on(SqliteStore.open(database))
                .enqueues(Stream.of(Kind.values()).map(Kind::type).toArray(JobType<?>[]::new))
                .start();
        this.log = log;
        this.orders = orders;
    }

    boolean isThrough() {
        return next == orders.size();
    }

    /** Enqueues the next few, if there are any. If the store is not there just now, the same ones come next time. */
    void enqueueSome() throws IOException {
        List<Order> batch = orders.subList(next, Math.min(next + BATCH, orders.size()));
        Instant before = Instant.now();
        List<Inserted> answers;
        try {
            answers = baton.enqueueAll(batch.stream().map(Order::request).toList());
        } catch (StoreUnavailableException notNow) {
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            Order order = batch.get(i);
            Inserted answer = answers.get(i);
            long due = Micros.of(before.plus(order.delay()));
            Turn turn = Turns.of(answer.turn());
            log.enqueued(answer.id().toString(), order.kind().typeName(), order.fate(), due, order.key(), turn);
            if (answer.answer() == Inserted.Answer.ADDED) {
                added.merge(order.kind(), 1, Integer::sum);
            }
        }
        next += batch.size();
    }

    /** Where the jobs of every kind stand now. */
    Map<Kind, Tally> tallies() {
        Map<String, Tally> counted = new HashMap<>();
        for (RouteCount each : baton.counts()) {
            int count = (int) each.count();
            Tally tally = switch (each.state()) {
                case RUNNING -> new Tally(0, 0, count, 0, 0);
                case DEAD, HELD -> new Tally(0, 0, 0, count, 0);
                default -> new Tally(0, count, 0, 0, 0);
            };
            counted.merge(each.route().type(), tally, Tally::plus);
        }
        var tallies = new EnumMap<Kind, Tally>(Kind.class);
        for (Kind kind : Kind.values()) {
            var enqueued = new Tally(added.getOrDefault(kind, 0), 0, 0, 0, skipped.getOrDefault(kind, 0));
            tallies.put(kind, enqueued.plus(counted.getOrDefault(kind.typeName(), Tally.NONE)));
        }
        return tallies;
    }

    /** The engine, for whoever else needs it in this process. */
    Baton baton() {
        return baton;
    }

    /** Somebody skipped one of these, so that it stands nowhere and is not done. */
    void skipped(Kind kind) {
        skipped.merge(kind, 1, Integer::sum);
    }

    @Override
    public void close() {
        baton.close();
    }
}
