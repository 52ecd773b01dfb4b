package dev.baton.job;

import java.util.Map;
import java.util.stream.Collectors;

/** Some jobs of a batch cannot be added, so none was. */
public final class BatchRefusedException extends BatonException {

    private static final long serialVersionUID = 1L;

    private static final int SHOWN = 10;

    @SuppressWarnings("serial") // an immutable map is serialisable
    private final Map<Integer, BatonException> refused;

    /** These, by their place in the batch, counted from 0. */
    public BatchRefusedException(Map<Integer, BatonException> refused) {
        super(
                "BATCH_REFUSED",
                refused.size() + " jobs of the batch cannot be added, so nothing was stored: "
                        + refused.entrySet().stream()
                                .sorted(Map.Entry.comparingByKey())
                                .limit(SHOWN)
                                .map(each -> "[" + each.getKey() + "] "
                                        + each.getValue().code())
                                .collect(Collectors.joining(", "))
                        + (refused.size() > SHOWN ? ", …" : ""));
        this.refused = Map.copyOf(refused);
    }

    /** What is wrong with each, by its place in the batch, counted from 0. */
    public Map<Integer, BatonException> refused() {
        return refused;
    }
}
