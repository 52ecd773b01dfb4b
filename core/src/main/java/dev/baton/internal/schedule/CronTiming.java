package dev.baton.internal.schedule;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.baton.internal.tell.Printable;
import dev.baton.job.BatonException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The times of a cron expression in a time zone. The library is asked about local times only, of which a day has 24 hours always; what
 * happens when clocks are changed is decided here. Expressions with a fixed hour mean a local time, and come once for each: in a gap right
 * after it, in an overlap the first time. Those whose hour begins with {@code *} mean a rhythm, and go on with it: nothing in a gap, and
 * both passes of an overlap.
 */
public final class CronTiming implements Timing {

    private static final CronDefinition DEFINITION = CronDefinitionBuilder.defineCron()
            .withSeconds()
            .withStrictRange()
            .and()
            .withMinutes()
            .withStrictRange()
            .and()
            .withHours()
            .withStrictRange()
            .and()
            .withDayOfMonth()
            .supportsL()
            .supportsW()
            .supportsLW()
            .withStrictRange()
            .and()
            .withMonth()
            .withStrictRange()
            .and()
            .withDayOfWeek()
            .withValidRange(0, 7)
            .withMondayDoWValue(1)
            .withIntMapping(7, 0)
            .supportsHash()
            .supportsL()
            .withStrictRange()
            .and()
            .instance();
    private static final int LONGEST = 200;
    private static final Duration STEP = Duration.ofSeconds(1);

    private final String expression;
    private final ZoneId zone;
    private final ZoneRules rules;
    private final boolean rhythm;
    private final ExecutionTime local;

    /** Five fields, or six of which the first are seconds. */
    public CronTiming(String expression, ZoneId zone) {
        this.expression = expression.strip().replaceAll("\\s+", " ");
        this.zone = zone;
        this.rules = zone.getRules();
        String[] fields = this.expression.split(" ", -1);
        if (this.expression.length() > LONGEST || fields.length < 5 || fields.length > 6) {
            throw bad(expression, "it has five fields, or six of which the first are seconds", null);
        }
        this.rhythm = fields[fields.length - 4].startsWith("*");
        this.local = parsed(fields.length == 5 ? "0 " + this.expression : this.expression);
    }

    private ExecutionTime parsed(String sixFields) {
        try {
            return ExecutionTime.forCron(new CronParser(DEFINITION).parse(sixFields));
        } catch (RuntimeException e) {
            throw bad(expression, String.valueOf(e.getMessage()), e);
        }
    }

    private static BatonException bad(String expression, String why, @Nullable RuntimeException cause) {
        return new BatonException(
                "BAD_CRON",
                "This is no cron expression: " + Printable.quoted(expression) + " (" + Printable.of(why, 200)
                        + "). Nothing was stored.",
                cause);
    }

    @Override
    public Optional<Instant> first(Instant now) {
        return rhythm ? nextOfRhythm(now) : nextLocal(now);
    }

    @Override
    public Optional<Instant> after(Instant known, Instant moment) {
        return known.isAfter(moment) ? Optional.of(known) : first(moment);
    }

    /** Whenever the clock on the wall fits. Between two changes of it an offset holds, and at each the clock shows another time. */
    private Optional<Instant> nextOfRhythm(Instant after) {
        Instant from = after;
        LocalDateTime shown = LocalDateTime.ofInstant(after, zone);
        while (true) {
            ZoneOffset offset = rules.getOffset(from);
            Optional<Instant> fits = next(shown).map(time -> time.toInstant(offset));
            ZoneOffsetTransition change = rules.nextTransition(from);
            if (fits.isEmpty() || change == null || fits.get().isBefore(change.getInstant())) {
                return fits;
            }
            from = change.getInstant();
            shown = change.getDateTimeAfter().minus(STEP);
        }
    }

    /** Each local time once. A moment that is shown twice counts the first time, and one that is never shown when the gap is over. */
    private Optional<Instant> nextLocal(Instant after) {
        LocalDateTime shown = LocalDateTime.ofInstant(after, zone);
        for (Optional<LocalDateTime> time = next(shown); time.isPresent(); time = next(shown)) {
            ZoneOffsetTransition change = rules.getTransition(time.get());
            Instant moment = change != null && change.isGap()
                    ? change.getInstant()
                    : time.get().toInstant(rules.getOffset(time.get()));
            if (moment.isAfter(after)) {
                return Optional.of(moment);
            }
            // It came in the first pass of an overlap, and so did all that follow it there.
            shown = change == null
                    ? time.get()
                    : later(time.get(), change.getDateTimeBefore().minus(STEP));
        }
        return Optional.empty();
    }

    private static LocalDateTime later(LocalDateTime one, LocalDateTime other) {
        return one.isAfter(other) ? one : other;
    }

    /** The library knows seconds; a fraction of one has begun after it. */
    private Optional<LocalDateTime> next(LocalDateTime after) {
        return local.nextExecution(after.truncatedTo(ChronoUnit.SECONDS).atZone(ZoneOffset.UTC))
                .map(found -> found.toLocalDateTime());
    }

    @Override
    public String toString() {
        return "cron " + zone.getId() + " " + expression;
    }
}
