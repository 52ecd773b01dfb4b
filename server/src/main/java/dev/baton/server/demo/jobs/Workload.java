package dev.baton.server.demo.jobs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * How much the demo has to do.
 *
 * @param jobs how many jobs there will be of each kind
 * @param longestDelay how far away a delayed job may be
 * @param kills how often the worker is killed
 */
record Workload(Map<Kind, Integer> jobs, Duration longestDelay, int kills) {

    /** How often every key is enqueued; one of these makes a job. */
    private static final int SAME_KEY = 3;

    static Workload full() {
        var jobs = new EnumMap<Kind, Integer>(Kind.class);
        jobs.put(Kind.PAYMENT, 1_400);
        jobs.put(Kind.RATE, 500);
        jobs.put(Kind.REPORT, 200);
        jobs.put(Kind.WALLET, 300);
        jobs.put(Kind.REMINDER, 400);
        jobs.put(Kind.IMPORT, 200);
        return new Workload(jobs, Duration.ofSeconds(5), 5);
    }

    /** The same in small. */
    Workload dividedBy(int divisor, int fewerKills) {
        var fewer = new EnumMap<Kind, Integer>(Kind.class);
        jobs.forEach((kind, count) -> fewer.put(kind, count / divisor));
        return new Workload(fewer, longestDelay.dividedBy(divisor), fewerKills);
    }

    int total() {
        return jobs.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Everything to be enqueued, well mixed and every time in the same order. */
    List<Order> orders() {
        var orders = new ArrayList<Order>();
        jobs.forEach((kind, count) -> {
            for (int number = 1; number <= count; number++) {
                add(kind, number, orders);
            }
        });
        Collections.shuffle(orders, new Random(42));
        return orders;
    }

    private void add(Kind kind, int number, List<Order> orders) {
        switch (kind) {
            case PAYMENT -> orders.add(plain(kind, new Work(number, 4 + number % 5, 0, false)));
            case RATE -> orders.add(plain(kind, new Work(number, 5, 1 + number % 3, false)));
            case REPORT -> orders.add(plain(kind, new Work(number, 80 + number % 5 * 10, 0, false)));
            case IMPORT -> orders.add(plain(kind, new Work(number, 5, number % 2, true)));
            case REMINDER -> {
                long delay = longestDelay.toMillis() * (1 + number % 5) / 5;
                orders.add(new Order(kind, new Work(number, 3, 0, false), "", Duration.ofMillis(delay)));
            }
            case WALLET -> {
                var work = new Work(number, 10, 0, false);
                orders.addAll(Collections.nCopies(SAME_KEY, new Order(kind, work, "wallet-" + number, Duration.ZERO)));
            }
        }
    }

    private static Order plain(Kind kind, Work work) {
        return new Order(kind, work, "", Duration.ZERO);
    }
}
