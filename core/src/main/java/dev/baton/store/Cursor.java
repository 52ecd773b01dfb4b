package dev.baton.store;

import java.time.Instant;
import java.util.Optional;

/**
 * How far something outside was read into a store, and which node reads it: one for each name. Who reads holds it as it was when it was
 * taken, or moved last; who holds an older one can move nothing.
 *
 * @param position up to where all is stored; none before the first move
 * @param reader the node that has it; none if it was given back
 * @param fence how often it was taken, so that a later reader has a larger one
 * @param movedAt when it was moved last, or made
 */
public record Cursor(String name, Optional<String> position, Optional<NodeId> reader, long fence, Instant movedAt) {

    /** As it is once it was moved there. */
    public Cursor at(Optional<String> there, Instant now) {
        return new Cursor(name, there.or(() -> position), reader, fence, now);
    }
}
