package planted.baton.supervise;

import java.util.List;
import planted.baton.internal.finish.Finishes;

/** Offends: supervise that imports something of ours, and a public method that mentions an internal type. */
public final class Leaky {
    public List<Finishes> finishes() {
        return List.of();
    }
}
