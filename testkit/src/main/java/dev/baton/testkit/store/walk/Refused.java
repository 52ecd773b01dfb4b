package dev.baton.testkit.store.walk;

import dev.baton.job.BatonException;
import dev.baton.store.KeyReusedException;
import java.util.function.Supplier;

/** The answer of a store that refused: its code, and which job of a batch was to blame if it says so. */
record Refused(String code, String culprit) {

    /** What this answers. Anything but an answer or a refusal with a code goes on. */
    static Object or(Supplier<Object> verb) {
        try {
            return verb.get();
        } catch (KeyReusedException e) {
            return new Refused(e.code(), e.index() + " for " + e.existing());
        } catch (BatonException e) {
            return new Refused(e.code(), "");
        }
    }

    /** He has lost the claim, or another goes first: what he did for it must not count. */
    boolean isLostClaim() {
        return code.equals("STALE_FENCE") || code.equals("OUT_OF_TURN");
    }

    /** His transaction met another, and is his to begin again. */
    boolean hadToGiveWay() {
        return code.equals("TRANSACTION_CONFLICT");
    }
}
