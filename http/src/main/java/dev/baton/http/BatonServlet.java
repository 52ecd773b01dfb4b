package dev.baton.http;

import dev.baton.Baton;
import jakarta.servlet.http.HttpServlet;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The HTTP API, to be mapped to {@code /api/v1/*}. What it can do is in the table of its routes, and served as a document at
 * {@code openapi.json}. Safe for use by several threads.
 */
public final class BatonServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient Builder setup;

    private BatonServlet(Builder setup) {
        this.setup = setup;
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

    /** Collects what a servlet needs. */
    public static final class Builder {

        private final Supplier<Optional<Baton>> engine;
        private Access access = Access.container();
        private Origins origins = Origins.anyHost();
        private Admission admission = Admission.atOnce(200);

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

        /** How many requests are worked on at once. Default: 200. */
        public Builder admission(Admission other) {
            admission = Objects.requireNonNull(other, "admission");
            return this;
        }

        /** The servlet. */
        public BatonServlet build() {
            return new BatonServlet(this);
        }
    }
}
