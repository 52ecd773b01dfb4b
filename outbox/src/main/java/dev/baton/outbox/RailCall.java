package dev.baton.outbox;

import dev.baton.job.Run;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A call to a rail, of which is kept with the attempt how long it took and what the rail said, however it ends. */
final class RailCall {

    static final String CODE = "rail_code";
    static final String REFERENCE = "rail_reference";
    static final String LATENCY = "latency_ms";

    private static final int TEXT_MAX = 500;

    private final Rail rail;
    private final Dispatch dispatch;
    private final Run run;

    RailCall(Rail rail, Dispatch dispatch, Run run) {
        this.rail = rail;
        this.dispatch = dispatch;
        this.run = run;
    }

    Reply send(Calls calls) throws Exception {
        Duration before = run.took();
        Optional<Reply> said = Optional.empty();
        try {
            Reply reply = calls.send(rail, dispatch);
            said = Optional.of(reply);
            return reply;
        } finally {
            tell(said, before);
        }
    }

    Found find() throws Exception {
        Duration before = run.took();
        Optional<Reply> said = Optional.empty();
        try {
            Found found = rail.find(dispatch);
            said = found instanceof Found.Seen seen ? Optional.of(seen.reply()) : Optional.empty();
            return found;
        } finally {
            tell(said, before);
        }
    }

    private void tell(Optional<Reply> said, Duration before) {
        long latency = run.took().minus(before).toMillis();
        var facts = new TreeMap<String, Object>(Map.of(LATENCY, latency));
        said.ifPresent(reply -> facts.put(CODE, cut(reply.code())));
        said.flatMap(Reply::railReference).ifPresent(reference -> facts.put(REFERENCE, cut(reference)));
        try {
            run.facts(facts);
        } catch (RuntimeException unstorable) {
            // A rail may say what no store can keep; what came of the payment does not depend on that.
            run.facts(Map.of(LATENCY, latency));
        }
    }

    private static String cut(String text) {
        return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX);
    }
}
