package dev.baton.store;

/**
 * Where a node goes on looking for keys that have room, so that all of them have their turn and a look at many goes on where the last one ended.
 *
 * @param after the last key that was looked at, empty at the beginning
 * @param wrapped whether a look that finds nothing up to the last key has seen them all
 */
public record KeyCursor(String after, boolean wrapped) {

    /** At the beginning. */
    public static final KeyCursor START = new KeyCursor("", true);
}
