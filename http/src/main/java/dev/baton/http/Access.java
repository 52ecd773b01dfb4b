package dev.baton.http;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Says who sends a request. Asked once for each, on the request's thread, before anything of it is read but its head. */
@FunctionalInterface
public interface Access {

    /** Who sends this; {@link Caller#NOBODY} if that is not known, and then the request is refused. */
    Caller identify(HttpServletRequest request);

    /** What to tell a client that did not say who it is, as {@code WWW-Authenticate} has it. */
    default Optional<String> challenge() {
        return Optional.empty();
    }

    /**
     * The security of the application in which the servlet is mounted: who is logged in there, with those roles of {@code baton-viewer},
     * {@code baton-payload-viewer}, {@code baton-submitter}, {@code baton-operator}, {@code baton-payments-operator} and {@code
     * baton-admin} that he has.
     */
    static Access container() {
        return request -> {
            Principal user = request.getUserPrincipal();
            if (user == null || user.getName() == null || user.getName().isBlank()) {
                return Caller.NOBODY;
            }
            Set<Role> roles = EnumSet.noneOf(Role.class);
            Arrays.stream(Role.values())
                    .filter(role -> request.isUserInRole(nameInContainer(role)))
                    .forEach(roles::add);
            return new Caller(user.getName(), roles);
        };
    }

    /** What a role is called in an application's own security, such as {@code baton-payload-viewer}. */
    static String nameInContainer(Role role) {
        return "baton-" + role.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whoever can reach it has these roles. Only for a port that nobody but this machine's own people can reach. */
    static Access everybody(Role... roles) {
        var anyone = new Caller("anyone on this machine", Set.of(roles));
        return request -> anyone;
    }
}
