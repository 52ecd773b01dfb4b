package dev.baton.http;

import java.util.Set;

/**
 * Who sends a request, and what he may do.
 *
 * @param name what is recorded with all that he does; never a secret
 * @param roles what he may do; nothing else
 */
public record Caller(String name, Set<Role> roles) {

    /** Somebody of whom nothing is known, who may do nothing. */
    public static final Caller NOBODY = new Caller("", Set.of());

    /** A copy. */
    public Caller {
        roles = Set.copyOf(roles);
    }

    /** Is it known who this is? */
    public boolean isKnown() {
        return !name.isBlank();
    }

    /** May he do what this role allows? An {@link Role#ADMIN} may do everything. */
    public boolean may(Role role) {
        return isKnown() && (roles.contains(role) || roles.contains(Role.ADMIN));
    }
}
