package dev.baton.store;

import dev.baton.internal.check.Names;
import dev.baton.job.Turn;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that can be turned off, so that nothing of it is claimed until it is turned on again. It stays as it is whoever
 * restarts.
 *
 * @param kind what it concerns
 * @param name which one
 */
public record Switch(Kind kind, String name) {

    /** What a switch concerns. */
    public enum Kind {
        /** A queue, for a while, as a matter of routine. */
        PAUSE,
        /** A queue, in an emergency; to be paused and resumed meanwhile makes no difference to it. */
        QUEUE,
        /** A job type, in an emergency. */
        TYPE,
        /** A lane, in an emergency. */
        LANE
    }

    /** The order in which switches are told: by what they concern, and by name. */
    public static final Comparator<Switch> IN_ORDER =
            Comparator.comparing(Switch::kind).thenComparing(Switch::name);

    /** A switch by its name. */
    public Switch {
        switch (kind) {
            case PAUSE, QUEUE -> Names.checked("a queue's name", name);
            case TYPE -> Names.checked("a job type's name", name);
            case LANE -> Names.checkedText("a lane's name", name);
        }
    }

    /** A queue, paused as a matter of routine. */
    public static Switch pause(String queue) {
        return new Switch(Kind.PAUSE, queue);
    }

    /** A queue. */
    public static Switch queue(String name) {
        return new Switch(Kind.QUEUE, name);
    }

    /** A job type. */
    public static Switch type(String name) {
        return new Switch(Kind.TYPE, name);
    }

    /** A lane. */
    public static Switch lane(String name) {
        return new Switch(Kind.LANE, name);
    }

    /** Does it keep all jobs of this route from being claimed? */
    public boolean concerns(Route route) {
        return switch (kind) {
            case PAUSE, QUEUE -> route.queue().equals(name);
            case TYPE -> route.type().equals(name);
            case LANE -> false;
        };
    }

    /** Does it keep a job of this route and this place from being claimed? */
    public boolean concerns(Route route, Optional<Turn> turn) {
        return concerns(route)
                || (kind == Kind.LANE
                        && turn.filter(place -> place.lane().equals(name)).isPresent());
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + name;
    }
}
