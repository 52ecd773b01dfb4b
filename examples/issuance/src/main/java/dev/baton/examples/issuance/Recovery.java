package dev.baton.examples.issuance;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes on with what an earlier life left unfinished. Who cannot list it has failed; an item that cannot be recovered is logged, and the
 * others are not held up by it: it has a job of its own, which tries again once the service is up.
 */
final class Recovery {

    static final int STEPS_MAX = 10;

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private Recovery() {}

    /** Takes an item's next step, and says whether there is one more. */
    @FunctionalInterface
    interface Advance {
        boolean advance(String id) throws Exception;
    }

    /** Each of these, with a bounded number of steps. */
    static void recover(List<String> unfinished, Advance operation) throws InterruptedException {
        for (String id : unfinished) {
            try {
                finish(id, operation);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                LOG.warn("{} cannot be recovered now", id, e);
            }
        }
    }

    /** All steps that are left, which must not be more than so many. */
    static void finish(String id, Advance operation) throws Exception {
        for (int step = 0; step < STEPS_MAX; step++) {
            if (!operation.advance(id)) {
                return;
            }
        }
        throw new IllegalStateException(id + " is not complete after " + STEPS_MAX + " steps.");
    }
}
