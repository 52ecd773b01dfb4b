package dev.baton.server.client;

import dev.baton.internal.tell.Printable;
import dev.baton.job.BatonException;
import java.util.Optional;

/** What a service did not do, in its own words: a stable code, and a sentence that says what to do. */
@SuppressWarnings("serial") // nothing here is ever serialised
public final class ServiceRefusal extends BatonException {

    private static final int TEXT_MAX = 2_000;

    private final int status;
    private final transient Told problem;

    ServiceRefusal(int status, Told problem) {
        super(Printable.of(problem.required("code"), TEXT_MAX), Printable.of(problem.text("detail"), TEXT_MAX));
        this.status = status;
        this.problem = problem;
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }

    /** Something more that it said. */
    public Optional<String> more(String name) {
        return problem.maybe(name);
    }

    /** What else helps to understand it, and what to do about it if the service cannot know that. */
    public String remedy() {
        String told = "the server answered " + status + " (" + Printable.of(problem.text("title"), TEXT_MAX)
                + "), request " + Printable.of(problem.text("request_id"), TEXT_MAX);
        return switch (status) {
            case 401 -> told + ". Give a token that it knows: --token-file, or BATON_TOKEN";
            case 403 ->
                code().equals("FORBIDDEN")
                        ? told + ". Who gave you the token can give it the role"
                        : told + ". Say --server with a name by which it goes: see its setting hosts";
            case 405 -> told + ". Look at --server: it is the address before /api/v1";
            default -> told;
        };
    }
}
