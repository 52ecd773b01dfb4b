package dev.baton.server.serve;

import dev.baton.BatonBuilder;
import dev.baton.job.BatonException;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Run;
import dev.baton.outbox.http.HttpCalls;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The handler of the type {@code http}: calls an address, to a host that the settings name, and says by the status of the answer what came of
 * it. An attempt that fails in the middle is repeated, with the job's id as its idempotency key, so that the other side can tell.
 */
final class HttpJobs {

    /** The type. */
    static final String NAME = "http";

    /** Of those that say it did not work, these are worth another try. */
    private static final Set<Integer> PASSING = Set.of(408, 409, 425, 429);
    /** Of those that say the other side is not well, these will not pass. */
    private static final Set<Integer> LASTING = Set.of(501, 505, 508, 510);

    private static final Duration ASIDE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    private HttpJobs() {}

    /** Is there any host that it may call? */
    static boolean isOn(Settings settings) {
        return !settings.list(Setting.HTTP_HOSTS).isEmpty()
                || !settings.list(Setting.HTTP_INSIDE).isEmpty();
    }

    /** Adds the type, if there is any host that it may call. */
    static void addTo(BatonBuilder builder, Settings settings) {
        if (isOn(settings)) {
            Set<String> named = new LinkedHashSet<>(settings.list(Setting.HTTP_HOSTS));
            Set<String> inside = new LinkedHashSet<>(settings.list(Setting.HTTP_INSIDE));
            Duration timeout = settings.duration(Setting.HTTP_TIMEOUT);
            builder.decide(type(timeout), new HttpCalls(named, inside, timeout), HttpJobs::call);
        }
    }

    private static JobType<HttpCall> type(Duration timeout) {
        return JobType.of(NAME, HttpCall.class)
                .timeout(timeout.plus(ASIDE))
                .label(call -> call.verb() + " " + call.uri().getHost());
    }

    private static Outcome call(HttpCall call, Run run, HttpCalls calls) throws InterruptedException {
        try {
            return outcome(calls.send(
                    call.verb(), call.uri(), call.headersWith(run.id().toString()), call.bytes()));
        } catch (BatonException notSent) {
            String why = String.valueOf(notSent.getMessage());
            return notSent.code().equals("NOT_ALLOWED")
                    ? Outcome.fail(notSent.code(), why)
                    : Outcome.retry(notSent.code(), why);
        } catch (IOException nobodyKnows) {
            return Outcome.retry("NO_ANSWER", String.valueOf(nobodyKnows.getMessage()));
        }
    }

    /** By the status alone. The answer's body is nobody's here: who needs it has it sent. */
    private static Outcome outcome(HttpCalls.Answer answer) {
        int status = answer.status();
        String code = "HTTP_" + status;
        if (status >= 200 && status < 300) {
            return Outcome.done(Map.of("status", status, "bytes", answer.bytes()));
        } else if (PASSING.contains(status) || (status >= 500 && !LASTING.contains(status))) {
            return new Outcome.RetryLater(
                    code,
                    "The other side answered " + status + ".",
                    answer.retryAfter().map(pause -> pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE));
        } else if (status >= 300 && status < 400) {
            return Outcome.fail(code, "The other side answered " + status + "; redirects are not followed.");
        }
        return Outcome.fail(code, "The other side answered " + status + ".");
    }
}
