package dev.baton.server.demo.jobs;

import dev.baton.checker.Plan;
import dev.baton.server.demo.jobs.Work.Course;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much the demo has to do.
 *
 * @param jobs how many jobs there will be of each kind
 * @param longestDelay how far away a delayed job may be
 * @param kills how often the worker is killed
 */
record Workload(Map<Kind, Integer> jobs, Duration longestDelay, int kills) {

    /** How often every key is enqueued; one of these makes a job, and takes a number in its lane. */
    private static final int SAME_KEY = 3;
    /** The payments that die and block their lanes: the one is skipped by an operator, the other tried again. */
    private static final int HOPELESS_PAYMENT = 19;

    private static final int REPAIRED_PAYMENT = 16;

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

    /** What matters to the verdict. */
    Plan plan() {
        Set<String> replayable = jobs.keySet().stream()
                .filter(Kind::isReplayable)
                .map(Kind::typeName)
                .collect(Collectors.toSet());
        return new Plan(kills, replayable);
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
            case PAYMENT -> orders.add(Order.plain(kind, payment(number)).lane(account(number)));
            case RATE -> orders.add(Order.plain(kind, new Work(number, 5, 1 + number % 3)));
            case REPORT -> orders.add(Order.plain(kind, new Work(number, 80 + number % 5 * 10, 0)));
            case IMPORT -> orders.add(Order.plain(kind, new Work(number, 5, number % 2, Course.HOPELESS)));
            case REMINDER -> {
                long delay = longestDelay.toMillis() * (1 + number % 5) / 5;
                orders.add(Order.plain(kind, new Work(number, 3, 0)).in(Duration.ofMillis(delay)));
            }
            case WALLET -> {
                var sync = Order.plain(kind, new Work(number, 10, number % 60 == 7 ? 1 : 0));
                String chain = number % 3 == 0 ? "chain-2" : "chain-1";
                orders.addAll(Collections.nCopies(
                        SAME_KEY, sync.key("wallet-" + number).lane(chain)));
            }
        }
    }

    /** A few of them do not go well at once, and keep their lanes waiting. */
    private static Work payment(int number) {
        Course course = switch (number) {
            case HOPELESS_PAYMENT -> Course.HOPELESS;
            case REPAIRED_PAYMENT -> Course.REPAIRED;
            default -> number % 53 == 5 ? Course.SNOOZED : Course.PLAIN;
        };
        return new Work(number, 4 + number % 5, number % 59 == 35 ? 1 : 0, course);
    }

    /** One account has hundreds of payments, the others some dozens. */
    private static String account(int number) {
        return "account-" + (number % 7 == 0 ? 1 : 2 + number % 20);
    }
}
