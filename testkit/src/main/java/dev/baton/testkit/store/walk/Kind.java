package dev.baton.testkit.store.walk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** What a step may be about, and how often it is compared with the others. */
enum Kind {
    INSERT(14),
    CLAIM(14),
    JOIN(3),
    ADVANCE(8),
    FINISH_DONE(7),
    FINISH_RETRY(4),
    FINISH_SNOOZE(3),
    FINISH_DEAD(4),
    FINISH_HELD(4),
    FINISH_UNKNOWN(4),
    FINISH_CANCELLED(2),
    GIVE_BACK(4),
    STALE_FINISH(4),
    FINISH_MANY(4),
    KEEP(3),
    MARK(1),
    INSERT_IN_TRANSACTION(3),
    FINISH_IN_TRANSACTION(3),
    LEAVE(3),
    DECLARE_DEAD(3),
    BEAT(1),
    RECOVER(6),
    TAKE_CURSOR(3),
    MOVE_CURSOR(4),
    LEAVE_CURSOR(1),
    CANCEL(4),
    KILL(3),
    RETRY(5),
    RELEASE_HELD(3),
    CONFIRM(3),
    SKIP(3),
    DISCARD(3),
    REPLACE(4),
    REDACT(3),
    SWITCH(4),
    COMMAND_MANY(3),
    REHEARSE(2),
    PRUNE(4),
    REOPEN(1),
    LOOK(2),
    COUNT(1);

    /** Without these nothing ever happens. */
    private static final Set<Kind> ALWAYS = EnumSet.of(INSERT, CLAIM, JOIN);

    private final int weight;

    Kind(int weight) {
        this.weight = weight;
    }

    /** A random half of them, each as often as it weighs: what all together hide, some of them alone show. */
    static List<Kind> someOf(Dice dice) {
        var kinds = new ArrayList<>(List.of(values()));
        Collections.shuffle(kinds, new Random(dice.below(Integer.MAX_VALUE)));
        Set<Kind> enabled = EnumSet.copyOf(ALWAYS);
        enabled.addAll(kinds.subList(0, kinds.size() / 2));
        var weighed = new ArrayList<Kind>();
        enabled.forEach(kind -> weighed.addAll(Collections.nCopies(kind.weight, kind)));
        return weighed;
    }
}
