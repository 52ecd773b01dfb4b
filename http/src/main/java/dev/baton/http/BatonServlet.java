package dev.baton.http;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.observe.StartupProgress;
import dev.baton.supervise.SupervisorException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The HTTP API, to be mapped to {@code /api/v1/*}. What it can do is in the table of its routes, and served as a document at
 * {@code openapi.json}. Safe for use by several threads.
 */
public final class BatonServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<Optional<Baton>> engine;
    private final transient Guard guard;
    private final transient Admission admission;
    private final transient Routes routes;

    private BatonServlet(Builder setup) {
        this.engine = setup.engine;
        this.guard = new Guard(setup.access, setup.origins);
        this.admission = setup.admission;
        this.routes = Routes.of(setup.starting, setup.neighbours);
    }

    /**
     * For an engine that comes and goes: while there is none, requests are refused with {@code NOT_READY}. Until something else is said it is under
     * the security of the application around it.
     */
    public static Builder on(Supplier<Optional<Baton>> engine) {
        return new Builder(engine);
    }

    /** For an engine that is there, in somebody's own application. */
    public static Builder on(Baton engine) {
        Objects.requireNonNull(engine, "engine");
        return on(() -> Optional.of(engine));
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        SecurityHeaders.on(response);
        response.setHeader(RequestId.HEADER, RequestId.of(request));
        Admission.Place place = null;
        try {
            place = admission.take();
            answered(request, response).write(response);
        } catch (Refusal e) {
            if (e.problem().status() >= Code.INTERNAL.status()) {
                Acts.unable(request, e.problem().code());
            }
            e.problem().write(request, response);
        } catch (BatonException e) {
            failed(request, e.code(), e).write(request, response);
        } catch (SupervisorException e) {
            failed(request, e.code(), e).write(request, response);
        } catch (RuntimeException e) {
            failed(request, "", e).write(request, response);
        } catch (StackOverflowError | AssertionError | LinkageError e) {
            Acts.failed(request, e); // it comes from payloads' own code, and a container would show it to the client
            Problem.of(Code.INTERNAL).write(request, response);
        } finally {
            if (place != null) {
                place.close();
            }
        }
    }

    private static Problem failed(HttpServletRequest request, String code, RuntimeException e) {
        Optional<Code> known = Code.named(code);
        if (known.isEmpty()) {
            Acts.failed(request, e);
        } else if (known.get().status() >= Code.INTERNAL.status()) {
            Acts.unable(request, code);
        }
        return Problem.of(e instanceof BatonException refused ? refused : new BatonException(code, ""));
    }

    /** The way of a request: who sends it, what is asked for, whether he may, whether it was meant, and then the answer. */
    private Answer answered(HttpServletRequest request, HttpServletResponse response) {
        Caller caller = Caller.NOBODY;
        String what = "";
        try {
            caller = guard.identify(request, response);
            Routes.Found found = found(request, response);
            Route route = found.route();
            what = route.told().id();
            guard.require(route.role(), caller);
            if (route.verb() == Route.Verb.POST) {
                guard.requireMeant(request);
            }
            return answered(route, new Call(request, engine, route, caller, found.path()));
        } catch (Refusal e) {
            if (e.problem().status() == Code.AUTH.status() || e.problem().status() == Code.FORBIDDEN.status()) {
                Acts.refused(request, caller.name(), what, e.problem());
            }
            throw e;
        }
    }

    private Answer answered(Route route, Call call) {
        if (route.told().bodyMax() <= Body.MAX) {
            return route.handler().answer(call);
        }
        Admission.Place place = large(call);
        try {
            return route.handler().answer(call);
        } finally {
            place.close();
        }
    }

    /** Who is in the middle of sending much would not hear the refusal, but that the connection was cut: he is let finish. */
    private Admission.Place large(Call call) {
        try {
            return admission.takeLarge();
        } catch (Refusal e) {
            call.discardBody();
            throw e;
        }
    }

    private Routes.Found found(HttpServletRequest request, HttpServletResponse response) {
        List<String> path = path(request)
                .orElseThrow(() -> new Refusal(Problem.of(Code.NOT_FOUND, "There is nothing under this path.")));
        return routes.find(request.getMethod(), path).orElseThrow(() -> {
            List<String> methods = routes.methods(path);
            if (methods.isEmpty()) {
                return new Refusal(Problem.of(Code.NOT_FOUND, "There is nothing under this path."));
            }
            response.setHeader("Allow", String.join(", ", methods));
            return new Refusal(Problem.of(Code.BAD_METHOD, "This path knows " + String.join(" and ", methods) + "."));
        });
    }

    /** The path behind the place to which this is mapped, as it was sent: what a container makes of it is not always the same. */
    private static Optional<List<String>> path(HttpServletRequest request) {
        String uri = request.getRequestURI();
        String before = request.getContextPath() + request.getServletPath();
        return uri.startsWith(before + "/")
                ? PathTemplate.segmentsOf(uri.substring(before.length()))
                : Optional.empty();
    }

    /** Collects what a servlet needs. */
    public static final class Builder {

        private final Supplier<Optional<Baton>> engine;
        private Access access = Access.container();
        private Origins origins = Origins.anyHost();
        private Admission admission = Admission.atOnce(64);
        private Supplier<StartupProgress> starting = Overview.notBegun();
        private boolean neighbours;

        private Builder(Supplier<Optional<Baton>> engine) {
            this.engine = Objects.requireNonNull(engine, "engine");
        }

        /** Who may do what. Default: {@link Access#container()}. */
        public Builder access(Access other) {
            access = Objects.requireNonNull(other, "access");
            return this;
        }

        /** Which names the service goes by, and from which pages requests may come. Default: {@link Origins#anyHost()}. */
        public Builder origins(Origins other) {
            origins = Objects.requireNonNull(other, "origins");
            return this;
        }

        /** How many requests are worked on at once. Default: 64. */
        public Builder admission(Admission other) {
            admission = Objects.requireNonNull(other, "admission");
            return this;
        }

        /** How far the start has come, while there is no engine yet. Default: it has not begun. */
        public Builder starting(Supplier<StartupProgress> progress) {
            starting = Objects.requireNonNull(progress, "progress");
            return this;
        }

        /**
         * {@link EventsServlet}, {@link MetricsServlet} and {@link HealthServlet} are mounted beside it, where they say, so that the document
         * tells of them, too. Default: it does not.
         */
        public Builder withNeighbours() {
            neighbours = true;
            return this;
        }

        /** The servlet. */
        public BatonServlet build() {
            return new BatonServlet(this);
        }
    }
}
