package dev.baton.internal.finish;

import dev.baton.store.JobStore;
import dev.baton.store.Progress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Keeps how far handlers are, all in one transaction, about once a second. If nothing moved, nothing is written. */
public final class Progressing {

    private static final Duration EVERY = Duration.ofSeconds(1);

    private final JobStore store;
    private final Supplier<List<Progress>> news;

    /** Asks for what is new since it asked before. */
    public Progressing(JobStore store, Supplier<List<Progress>> news) {
        this.store = store;
        this.news = news;
    }

    /** Writes what is new. Answers when to do so again. What cannot be written is not: newer will come. */
    public Duration runOnce() {
        List<Progress> marks = news.get();
        if (!marks.isEmpty()) {
            store.progress(marks, store.clock().instant());
        }
        return EVERY;
    }
}
