package dev.baton.http;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.store.OperatorCommand.By;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A request that was let in, as a {@link Handler} sees it. What it brings is read when it is asked for. */
final class Call {

    private final HttpServletRequest request;
    private final Supplier<Optional<Baton>> engine;
    private final Route route;
    private final Caller caller;
    private final Map<String, String> path;
    private final Query query;

    Call(
            HttpServletRequest request,
            Supplier<Optional<Baton>> engine,
            Route route,
            Caller caller,
            Map<String, String> path) {
        this.request = request;
        this.engine = engine;
        this.route = route;
        this.caller = caller;
        this.path = path;
        this.query = Query.of(route.told().query(), request.getQueryString());
    }

    /** The engine, if it may be asked; requests that come too early or too late are refused. */
    Baton engine() {
        return maybeEngine()
                .orElseThrow(() -> new Refusal(Problem.of(
                        Code.NOT_READY, "This service is starting or stopping; nothing was done. Try again.")));
    }

    Optional<Baton> maybeEngine() {
        return engine.get();
    }

    Route route() {
        return route;
    }

    Caller caller() {
        return caller;
    }

    /** What stands in the path in this place. */
    String path(String name) {
        return Optional.ofNullable(path.get(name)).orElseThrow();
    }

    JobId job() {
        return JobId.parse(path("id"));
    }

    Query query() {
        return query;
    }

    Fields body() {
        return Fields.of(route.told().body(), Body.read(request, route.told().bodyMax()));
    }

    /** Reads what is sent, and forgets it. */
    void discardBody() {
        Body.discard(request, route.told().bodyMax());
    }

    /** A header that is there once or not at all, and says the same to everybody, as only ASCII does. */
    Optional<String> header(String name) {
        if (request.getHeader(name) == null) {
            return Optional.empty();
        }
        List<String> all = Collections.list(request.getHeaders(name));
        if (all.size() > 1) {
            throw new Refusal(Problem.of(
                    Code.BAD_VALUE, "The header " + name + " is there " + all.size() + " times; nothing was stored."));
        }
        if (all.stream().flatMapToInt(String::chars).anyMatch(c -> c > '~')) {
            throw new Refusal(Problem.of(
                    Code.BAD_CHARACTER, "The header " + name + " has more in it than ASCII; nothing was stored."));
        }
        return all.stream().findFirst();
    }

    /** Under which path a job can be found. */
    String locationOf(JobId job) {
        return mounted() + "/jobs/" + job;
    }

    /** Where all of this is, and what is beside it, if it is there. */
    OpenApi.Base base(boolean neighbours) {
        return new OpenApi.Base(mounted(), neighbours ? Optional.of(request.getContextPath()) : Optional.empty());
    }

    private String mounted() {
        return request.getContextPath() + request.getServletPath();
    }

    /** Who asks and from where, with the reason he gives; one that he has to give if it is about money. */
    By by(Fields body) {
        String reason = route.role() == Role.PAYMENTS_OPERATOR
                ? body.text("reason")
                : body.maybe("reason").orElse("");
        if (reason.length() > 2_000) {
            throw Fields.bad("reason", "A reason has at most 2,000 characters; nothing was changed.");
        }
        return new By(Whence.of(caller, request).toString(), reason);
    }
}
