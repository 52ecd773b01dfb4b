package dev.baton.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Chooses what is claimed among what is due, so that nobody starves. */
final class Choice {

    private final ClaimRequest request;
    private final List<Queue> queues = new ArrayList<>();
    /** What is left of the caps that concern a route, each in one place for all its routes. */
    private final Map<Route, List<Left>> left = new HashMap<>();

    private final List<Candidate> chosen = new ArrayList<>();

    private static final class Left {
        private int jobs;

        Left(int jobs) {
            this.jobs = jobs;
        }
    }

    /** The jobs of one queue, by route, each in the order of claims; those with limit keys by themselves; and whose turn it is. */
    private static final class Queue {
        private final List<Deque<Candidate>> routes = new ArrayList<>();
        private int turn;

        /** The routes from the one on whose turn it is. */
        List<Deque<Candidate>> inTurn() {
            var inTurn = new ArrayList<Deque<Candidate>>();
            for (int i = 0; i < routes.size(); i++) {
                inTurn.add(routes.get((turn + i) % routes.size()));
            }
            return inTurn;
        }
    }

    Choice(ClaimRequest request, List<Candidate> due) {
        this.request = request;
        for (ClaimRequest.Cap cap : request.caps()) {
            var of = new Left(cap.limit());
            cap.routes()
                    .forEach(route -> left.computeIfAbsent(route, any -> new ArrayList<>())
                            .add(of));
        }
        var byRoute = new TreeMap<Route, Deque<Candidate>>(Comparator.comparing(Route::queue)
                .thenComparing(Route::type)
                .thenComparingInt(Route::version)
                .thenComparing(route -> route.limitKey().isPresent()));
        request.routes().keySet().forEach(route -> byRoute.putIfAbsent(route.served(), new ArrayDeque<>()));
        keysInTurn(due.stream()
                        .filter(candidate -> request.isWanted(candidate.id())
                                && request.routes().containsKey(candidate.route()))
                        .sorted(Candidate.IN_ORDER)
                        .toList())
                .forEach(candidate -> Optional.ofNullable(
                                byRoute.get(candidate.route().served()))
                        .ifPresent(route -> route.add(candidate)));
        var byQueue = new TreeMap<String, Queue>();
        byRoute.forEach((route, jobs) -> byQueue.computeIfAbsent(route.queue(), any -> new Queue())
                .routes
                .add(jobs));
        byQueue.values().forEach(queues::add);
        queues.forEach(queue -> queue.turn = (int) (request.share().turn() / queues.size() % queue.routes.size()));
    }

    /** A job whose key is so-many-th in its turn. */
    private record Ranked(Candidate candidate, int rank) {
        String key() {
            return candidate.route().limitKey().orElse("");
        }
    }

    /** Those of limit keys behind the others; of one priority a job of each key, in the order of keys, and then the next of each. */
    private static List<Candidate> keysInTurn(List<Candidate> inOrder) {
        record Line(Route route, int priority) {}
        var seen = new HashMap<Line, Integer>();
        var all = new ArrayList<Candidate>();
        var keyed = new ArrayList<Ranked>();
        for (Candidate each : inOrder) {
            if (each.route().limitKey().isEmpty()) {
                all.add(each);
            } else {
                var line = new Line(each.route(), each.urgency().priority());
                keyed.add(new Ranked(each, seen.merge(line, 1, Integer::sum)));
            }
        }
        keyed.stream()
                .sorted(Comparator.comparingInt(
                                (Ranked each) -> -each.candidate().urgency().priority())
                        .thenComparingInt(Ranked::rank)
                        .thenComparing(Ranked::key, KeyRound.BY_BYTES))
                .forEach(each -> all.add(each.candidate()));
        return all;
    }

    List<Candidate> chosen() {
        int first = queues.isEmpty() ? 0 : (int) (request.share().turn() % queues.size());
        boolean found = true;
        while (found) {
            found = false;
            for (int i = 0; i < queues.size() && chosen.size() < request.total(); i++) {
                Candidate next = takeFrom(queues.get((first + i) % queues.size()));
                if (next != null && next.tally().lost() > 0) {
                    return List.of(next);
                } else if (next != null) {
                    found = true;
                    chosen.add(next);
                }
            }
        }
        return chosen;
    }

    /** The largest priority; where it is the same, whose turn it is. */
    private @Nullable Candidate takeFrom(Queue queue) {
        Deque<Candidate> best = null;
        for (Deque<Candidate> route : queue.inTurn()) {
            while (!route.isEmpty() && !fits(route.element())) {
                route.remove();
            }
            if (!route.isEmpty() && (best == null || priority(route) > priority(best))) {
                best = route;
            }
        }
        if (best == null) {
            return null;
        }
        queue.turn = (queue.routes.indexOf(best) + 1) % queue.routes.size();
        Candidate taken = best.remove();
        left.getOrDefault(taken.route(), List.of()).forEach(cap -> cap.jobs--);
        return taken;
    }

    private static int priority(Deque<Candidate> route) {
        return route.element().urgency().priority();
    }

    private boolean fits(Candidate candidate) {
        boolean room = left.getOrDefault(candidate.route(), List.of()).stream().allMatch(cap -> cap.jobs > 0);
        boolean lost = candidate.tally().lost() > 0;
        return room && (!lost || (chosen.isEmpty() && mayComeAlone(candidate)));
    }

    private boolean mayComeAlone(Candidate candidate) {
        Terms terms = request.routes().get(candidate.route());
        return request.lastChances() || terms == null || !terms.makeLastChance(candidate.tally());
    }
}
