package dev.baton.store;

import dev.baton.job.CrashPolicy;
import dev.baton.job.ParkedHead;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import java.time.Instant;
import java.util.Optional;

/**
 * Why a new job is held from the start, and never ready before people have decided: nobody knows what was done of it elsewhere.
 *
 * @param parkedHead what that means to those behind it in its lane
 * @param crash what its type says of doubt
 */
public record HeldFirst(String code, String message, ParkedHead parkedHead, CrashPolicy crash) {

    /** Stands for what was done elsewhere: before the fence of any attempt, and none of theirs. */
    public static final long FENCE = -1;

    /** What is written down of it, for people and for who is asked about doubt. */
    public AttemptView attempt(Instant now) {
        return new AttemptView(0, FENCE, Optional.empty(), Kind.HELD, Detail.of(code, message), now, now);
    }

    /** Does its lane wait for it? */
    public boolean blocks() {
        return parkedHead == ParkedHead.BLOCKS;
    }
}
