package dev.baton.postgres;

import dev.baton.job.BatonException;
import dev.baton.store.Route;
import dev.baton.store.StoreUnavailableException;
import java.sql.SQLException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works notes off in transactions of their own, which wait for nobody: those of lanes apart from those of keys, and a key that
 * somebody's open transaction asks for, too, apart from all others. What cannot be done now is put off; what goes wrong is left.
 */
final class NoteRounds {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);
    /** At most so many rounds, before something else is done. */
    private static final int ROUNDS = 10;

    private final Transactions transactions;
    private final Wakeups wakeups;

    NoteRounds(Transactions transactions, Wakeups wakeups) {
        this.transactions = transactions;
        this.wakeups = wakeups;
    }

    /** Something to do with notes. */
    private interface Part<T> {
        T run(Notes notes) throws SQLException;
    }

    /** Those that are due. */
    void workOff() {
        settleLanes();
        if (handKeysOver() > 0) {
            settleLanes();
        }
    }

    private void settleLanes() {
        try {
            rounds(Notes::settleLanes);
        } catch (BatonException later) {
            LOG.debug("notes_left", later);
        }
    }

    private int handKeysOver() {
        try {
            return rounds(Notes::handKeysOver);
        } catch (StoreUnavailableException heldUp) {
            return handKeysOverOneByOne();
        } catch (BatonException later) {
            LOG.debug("notes_left", later);
            return 0;
        }
    }

    private int rounds(Part<Integer> part) {
        int done = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int more = write(part);
            done += more;
            if (more == 0) {
                break;
            }
        }
        return done;
    }

    private int handKeysOverOneByOne() {
        int done = 0;
        try {
            for (long note : write(Notes::keysDue)) {
                done += handKeyOver(note) ? 1 : 0;
            }
        } catch (BatonException later) {
            LOG.debug("notes_left", later);
        }
        return done;
    }

    private boolean handKeyOver(long note) {
        try {
            return write(notes -> notes.handKeyOver(note));
        } catch (StoreUnavailableException heldUp) {
            write(notes -> notes.putKeyOff(note));
            return false;
        }
    }

    private <T> T write(Part<T> part) {
        record Done<A>(A answer, Set<Route> ready) {}
        Done<T> done = transactions.writeImpatiently(
                on -> new Done<>(part.run(new Verbs(on, new Beginnings()).notes), on.ready()));
        wakeups.ready(done.ready());
        return done.answer();
    }
}
