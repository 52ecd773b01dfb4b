package dev.baton.outbox;

import dev.baton.job.BatonException;
import dev.baton.job.Sensitive;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A payment as the ledger has decided it. It is checked when it is made, so there is none that could not be stored; what its rail says
 * of the destination is checked when it is enqueued.
 *
 * @param instruction what was decided, and under which key
 * @param participant whose payments leave one after another
 * @param rail the name of the {@link Rail} that it leaves by
 * @param destination where the money goes, as the rail writes it; kept out of logs and messages
 * @param details whatever else the rail needs, in the order of its names
 */
public record Payment(
        Instruction instruction,
        String participant,
        String rail,
        Money amount,
        @Sensitive String destination,
        Map<String, String> details) {

    private static final int DESTINATION_MAX = 500;

    /**
     * Of these parts.
     *
     * @throws BatonException with the code {@code REQUIRED}, {@code BAD_ID} or {@code INVALID_DESTINATION}
     */
    public Payment {
        required("an instruction", instruction);
        required("an amount", amount);
        Ids.checked("a participant", participant);
        Ids.checked("a rail's name", rail);
        if (destination == null || destination.isBlank() || destination.length() > DESTINATION_MAX) {
            throw new BatonException(
                    "INVALID_DESTINATION",
                    "A destination has 1 to " + DESTINATION_MAX + " characters; nothing was stored.");
        }
        // The same details are the same payment, in whichever order somebody names them.
        details = details == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(details));
    }

    /** Without details. */
    public Payment(Instruction instruction, String participant, String rail, Money amount, String destination) {
        this(instruction, participant, rail, amount, destination, Map.of());
    }

    /** Says nothing of where the money goes. */
    @Override
    public String toString() {
        return "payment " + instruction.unique() + " of " + amount + " by " + participant + " over " + rail;
    }

    private static void required(String what, @Nullable Object value) {
        if (value == null) {
            throw new BatonException("REQUIRED", "A payment needs " + what + "; nothing was stored.");
        }
    }
}
