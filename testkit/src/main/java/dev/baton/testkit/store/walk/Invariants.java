package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.Cursor;
import dev.baton.store.Held;
import dev.baton.store.RouteCount;
import dev.baton.store.Situation;
import dev.baton.store.Switch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What holds at every moment of a walk, whatever was asked. Two stores that are wrong in the same way are found here. */
final class Invariants {

    /** Who was ever given which number of a lane. */
    private final Map<String, TreeMap<Long, JobId>> numbers = new HashMap<>();

    private final List<String> violations = new ArrayList<>();
    private long lastFence;

    /** What is broken after a step, in words. */
    List<String> after(Dump before, Object answer, Dump now) {
        violations.clear();
        if (answer instanceof Claimed claimed) {
            fencesRise(claimed.claims());
        }
        onePlace(now);
        now.jobs().forEach((id, job) -> {
            Dump.Job was = before.jobs().get(id);
            if (was != null) {
                archiveGrows(was, job);
            }
            archive(job);
            now.situation(id).ifPresent(situation -> reasons(job, situation));
        });
        cursors(before, now);
        lanes(now);
        keys(now);
        return List.copyOf(violations);
    }

    private void claim(boolean holds, String violation, Object... about) {
        if (!holds) {
            violations.add(violation + ": " + List.of(about));
        }
    }

    /** Who takes one has a larger fence than who read before, and none is ever gone. */
    private void cursors(Dump before, Dump now) {
        for (Cursor was : before.rest().cursors()) {
            Optional<Cursor> is = now.rest().cursors().stream()
                    .filter(each -> each.name().equals(was.name()))
                    .findFirst();
            claim(
                    is.filter(each -> each.fence() >= was.fence()
                                    && (each.fence() > was.fence()
                                            || each.reader().isEmpty()
                                            || each.reader().equals(was.reader())))
                            .isPresent(),
                    "a cursor is taken under a larger fence",
                    was,
                    is);
        }
    }

    private void fencesRise(List<Claim> claims) {
        long highest = lastFence;
        for (Claim claim : claims) {
            claim(claim.fence() > lastFence, "a fence is larger than any before", claim.fence(), lastFence);
            highest = Math.max(highest, claim.fence());
        }
        claim(claims.stream().map(Claim::fence).distinct().count() <= 1, "one claim, one fence", claims);
        lastFence = highest;
    }

    /** What is counted, listed and held is the same: a job that stood in two places would be in one of them twice. */
    private void onePlace(Dump now) {
        var listed = new EnumMap<JobState, Long>(JobState.class);
        now.jobs().values().stream()
                .map(Dump.Job::state)
                .filter(state -> !state.isFinal())
                .forEach(state -> listed.merge(state, 1L, Long::sum));
        var counted = new EnumMap<JobState, Long>(JobState.class);
        Dump.Derived derived = now.derived().orElseThrow();
        for (RouteCount count : derived.counts()) {
            counted.merge(count.state(), count.count(), Long::sum);
        }
        derived.standings()
                .forEach((id, standing) -> claim(
                        standing.equals(now.job(id).view().standing()), "a job stands as it is listed", id, standing));
        claim(listed.equals(counted), "what is counted is what is there", listed, counted);
        var running = new TreeSet<JobId>();
        now.jobs().forEach((id, job) -> {
            if (job.state() == JobState.RUNNING) {
                running.add(id);
            }
        });
        List<JobId> held = now.rest().held().values().stream()
                .flatMap(Collection::stream)
                .map(Held::id)
                .sorted()
                .toList();
        claim(held.equals(List.copyOf(running)), "what runs is held by one node", running, held);
    }

    /** Only pruning removes rows, and then all of them. */
    private void archiveGrows(Dump.Job was, Dump.Job is) {
        boolean sameJob =
                was.view().facts().createdAt().equals(is.view().facts().createdAt())
                        && was.turn().equals(is.turn());
        int rows = was.attempts().size();
        claim(
                !sameJob
                        || (is.attempts().size() >= rows
                                && is.attempts().subList(0, rows).equals(was.attempts())),
                "what happened stays on record",
                was,
                is);
        claim(!sameJob || !was.state().isFinal() || was.state() == is.state(), "what is over stays over", was, is);
    }

    private void archive(Dump.Job job) {
        List<AttemptView> rows = job.attempts();
        long ends = rows.stream().filter(row -> isEnd(row.kind())).count();
        boolean over = !rows.isEmpty() && isEnd(rows.get(rows.size() - 1).kind());
        claim(ends == (job.state().isFinal() ? 1 : 0), "one last row if it is over, and none before", job);
        claim(over == job.state().isFinal(), "the last row says that it is over", job);
        long before = 0;
        for (AttemptView row : rows) {
            claim(row.fence() == 0 || row.fence() > before, "fences of a job rise", job);
            before = Math.max(before, row.fence());
        }
        claim(
                job.view().last().equals(rows.stream().reduce((a, b) -> b).map(AttemptView::brief)),
                "the last row is told as the last",
                job);
    }

    private static boolean isEnd(Kind kind) {
        return kind == Kind.DONE || kind == Kind.CANCELLED;
    }

    /** What waits has somebody or something to wait for, and nothing else does. */
    private void reasons(Dump.Job job, Situation situation) {
        boolean laneOff = job.turn()
                .filter(turn -> situation.off().contains(Switch.lane(turn.lane())))
                .isPresent();
        boolean reason = situation.before().isPresent() || situation.keyHolder().isPresent();
        // What a lane only numbers is ready until a claim finds that the lane is off.
        boolean unnoticed = laneOff && !job.inLane();
        claim(job.state() != JobState.WAITING || reason || laneOff, "what waits has a reason", situation);
        claim(
                job.state() == JobState.WAITING || !(reason || (laneOff && !unnoticed)),
                "what is ready has no reason to wait",
                situation);
        claim(situation.job().brief().equals(job.view()), "one job, one view", job);
    }

    private void lanes(Dump now) {
        var lanes = new TreeMap<String, TreeMap<Long, Dump.Job>>();
        now.jobs()
                .values()
                .forEach(job -> job.turn()
                        .filter(turn -> job.inLane())
                        .ifPresent(turn -> lanes.computeIfAbsent(turn.lane(), any -> new TreeMap<>())
                                .put(turn.sequence(), job)));
        now.jobs().forEach((id, job) -> job.turn().ifPresent(turn -> number(turn, id)));
        numbers.forEach((lane, given) -> claim(
                given.isEmpty() || (given.firstKey() == 1 && given.lastKey() == given.size()),
                "the numbers of a lane are 1 to n",
                lane,
                given));
        lanes.forEach((lane, jobs) -> order(lane, jobs));
    }

    private void number(Turn turn, JobId id) {
        JobId first =
                numbers.computeIfAbsent(turn.lane(), any -> new TreeMap<>()).putIfAbsent(turn.sequence(), id);
        claim(first == null || first.equals(id), "a number is given out once", turn, id);
    }

    private void order(String lane, SortedMap<Long, Dump.Job> jobs) {
        List<Long> ready = new ArrayList<>();
        List<Long> pending = new ArrayList<>();
        boolean running = false;
        for (Map.Entry<Long, Dump.Job> entry : jobs.entrySet()) {
            JobState state = entry.getValue().state();
            running |= state == JobState.RUNNING;
            if (state.isPending()) {
                pending.add(entry.getKey());
            }
            if (state.isPending() && state != JobState.WAITING) {
                ready.add(entry.getKey());
            }
        }
        claim(ready.size() <= 1, "at most one of a lane is ready", lane, ready);
        claim(ready.isEmpty() || !running, "none of a lane is ready while one runs", lane, ready);
        claim(ready.isEmpty() || ready.get(0).equals(pending.get(0)), "the first of a lane is ready", lane, ready);
    }

    /** Of those who stand with one key and do not wait for it there is one. A dead one has given it up. */
    private void keys(Dump now) {
        var owners = new HashMap<List<String>, List<JobId>>();
        var heirs = new HashMap<List<String>, List<JobId>>();
        now.jobs().forEach((id, job) -> {
            boolean stands = !job.state().isFinal() && job.state() != JobState.DEAD;
            boolean waits = now.situation(id).flatMap(Situation::keyHolder).isPresent();
            job.view()
                    .facts()
                    .key()
                    .filter(key -> Domain.hasIt(key, stands))
                    .ifPresent(key -> (waits ? heirs : owners)
                            .computeIfAbsent(List.of(job.view().route().type(), key), any -> new ArrayList<>())
                            .add(id));
        });
        owners.forEach((key, jobs) -> claim(jobs.size() == 1, "a key admits one", key, jobs));
        heirs.forEach((key, jobs) -> claim(jobs.size() == 1, "one waits for a key", key, jobs));
        heirs.forEach((key, jobs) -> claim(owners.containsKey(key), "who waits for a key waits for somebody", key));
    }
}
