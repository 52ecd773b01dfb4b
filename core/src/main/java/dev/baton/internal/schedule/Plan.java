package dev.baton.internal.schedule;

import dev.baton.internal.check.JsonField;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.schedule.CatchUp;
import dev.baton.schedule.Overlap;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.Payload;
import dev.baton.store.ScheduleDefinition.Template;
import dev.baton.store.ScheduleStore.Firing;
import dev.baton.store.ScheduleStore.Move;
import dev.baton.store.ScheduleView;
import dev.baton.store.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a schedule that is due comes to: for which of its times there are jobs, and when it is due next.
 *
 * @param times those of the jobs
 * @param missed the first and the last time that was passed over because it is too long ago
 */
record Plan(Firing firing, List<Instant> times, Optional<Missed> missed) {

    /** How many jobs of one schedule are added at once; the rest come with the next step. */
    private static final int AT_ONCE = 100;

    /** Times that nobody was there for. */
    record Missed(Instant first, Instant last) {}

    /** For a schedule whose next time has come. */
    static Plan of(ScheduleView schedule, Instant now, Supplier<JobId> ids) {
        Timing timing = Timing.parse(schedule.definition().rules().timing());
        CatchUp catchUp = catchUp(schedule.definition().rules().catchUp());
        Instant first = schedule.nextAt().orElseThrow();
        Instant latest = timing.latest(first, now);
        List<Instant> due = new ArrayList<>();
        Instant last = latest;
        if (catchUp.isAll()) {
            due.addAll(all(timing, catchUp, first, latest, now));
            last = due.isEmpty() ? latest : due.get(due.size() - 1);
        } else if (catchUp.allows(latest, now)) {
            due.add(latest);
        }
        Optional<Missed> missed = missed(timing, first, latest, due);
        boolean replaces = overlap(schedule) == Overlap.REPLACE;
        if (replaces && due.size() > 1) {
            due = List.of(last); // those before it would be cancelled at once
        }
        var move = new Move(timing.after(first, last), last);
        return new Plan(firing(schedule, due, move, Optional.empty(), ids), due, missed);
    }

    /** For one that somebody wants now, whatever its times are. */
    static Firing now(ScheduleView schedule, Instant now, By by, Supplier<JobId> ids) {
        return firing(schedule, List.of(now), new Move(schedule.nextAt(), now), Optional.of(by), ids);
    }

    private static List<Instant> all(Timing timing, CatchUp catchUp, Instant first, Instant latest, Instant now) {
        Optional<Instant> oldest =
                catchUp.allows(first, now) ? Optional.of(first) : timing.after(first, since(catchUp, now));
        var times = new ArrayList<Instant>();
        for (Optional<Instant> next = oldest; times.size() < AT_ONCE; ) {
            if (next.isEmpty() || next.get().isAfter(latest)) {
                break;
            }
            times.add(next.get());
            next = timing.after(next.get(), next.get());
        }
        return times;
    }

    /** Just before the window begins. */
    private static Instant since(CatchUp catchUp, Instant now) {
        return now.minus(catchUp.window()).minusNanos(1);
    }

    /** From the first up to the last before the first that is fired. */
    private static Optional<Missed> missed(Timing timing, Instant first, Instant latest, List<Instant> due) {
        if (due.isEmpty()) {
            return Optional.of(new Missed(first, latest));
        }
        Instant fired = due.get(0);
        return fired.equals(first)
                ? Optional.empty()
                : Optional.of(new Missed(first, timing.latest(first, fired.minusNanos(1))));
    }

    private static Firing firing(
            ScheduleView schedule, List<Instant> times, Move move, Optional<By> by, Supplier<JobId> ids) {
        List<NewJob> jobs =
                times.stream().map(time -> job(schedule, time, ids.get())).toList();
        boolean replaces = overlap(schedule) == Overlap.REPLACE && !jobs.isEmpty();
        return new Firing(schedule.name(), schedule.revision(), move, jobs, replaces, by);
    }

    private static NewJob job(ScheduleView schedule, Instant time, JobId id) {
        Template template = schedule.definition().job();
        Overlap overlap = overlap(schedule);
        String own = "schedule/" + schedule.name();
        Optional<String> lane = overlap == Overlap.QUEUE ? template.lane().or(() -> Optional.of(own)) : template.lane();
        Optional<KeyRequest> key =
                overlap == Overlap.SKIP ? Optional.of(new KeyRequest(KeyScope.ACTIVE, own, false)) : Optional.empty();
        var payload = template.fireTimeIn()
                .map(field -> Payload.of(
                        JsonField.put(template.payload().json(), field, time.toString()),
                        template.payload().label()))
                .orElse(template.payload());
        return new NewJob(id, template.route(), payload, new Urgency(template.priority(), time), lane, key)
                .with(new NewJob.Care(template.witnessed(), Optional.empty()));
    }

    private static Overlap overlap(ScheduleView schedule) {
        String text = schedule.definition().rules().overlap();
        for (Overlap known : Overlap.values()) {
            if (known.name().equals(text)) {
                return known;
            }
        }
        throw unknown("an overlap policy such as " + text);
    }

    private static CatchUp catchUp(String text) {
        if (text.startsWith("all ")) {
            return CatchUp.all(Duration.parse(text.substring("all ".length())));
        }
        for (CatchUp known : List.of(CatchUp.skip(), CatchUp.once())) {
            if (known.toString().equals(text)) {
                return known;
            }
        }
        throw unknown("a catch-up policy such as " + text);
    }

    private static BatonException unknown(String what) {
        return new BatonException(
                "BAD_SCHEDULE", "Nothing is known here of " + what + ". It may be that of a newer Baton.");
    }
}
