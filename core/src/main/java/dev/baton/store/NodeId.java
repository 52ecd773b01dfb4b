package dev.baton.store;

import java.util.UUID;

/** One life of a process. Random, and never the name of a host. */
public record NodeId(UUID value) {
    @Override
    public String toString() {
        return value.toString();
    }
}
