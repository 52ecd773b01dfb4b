package dev.baton.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Lets in whom it may concern: who comes from where he may, is known, and has the role that is asked for. Everybody else is refused, and that logged. */
final class Guard {

    private final Access access;
    private final Origins origins;

    Guard(Access access, Origins origins) {
        this.access = access;
        this.origins = origins;
    }

    /** Who sends this, if it is known and comes from where it may. */
    Caller identify(HttpServletRequest request, HttpServletResponse response) {
        origins.check(request).ifPresent(problem -> {
            throw new Refusal(problem);
        });
        Caller caller = access.identify(request);
        if (!caller.isKnown()) {
            access.challenge().ifPresent(challenge -> response.setHeader("WWW-Authenticate", challenge));
            throw new Refusal(Problem.of(Code.AUTH, "It is not known who sends this. Send a token that is valid."));
        }
        return caller;
    }

    /** Refuses who has not this role. */
    void require(Role role, Caller caller) {
        if (!caller.may(role)) {
            throw new Refusal(Problem.of(
                    Code.FORBIDDEN,
                    "This needs the role " + Access.nameInContainer(role).substring(6) + "."));
        }
    }

    /** Refuses a change that a browser may have been tricked into. */
    void requireMeant(HttpServletRequest request) {
        origins.checkWrite(request).ifPresent(problem -> {
            throw new Refusal(problem);
        });
    }
}
