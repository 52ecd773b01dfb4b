package planted.baton.store;

/** Offends: a store that knows a stage. */
public final class Nosy {
    public planted.baton.internal.finish.Finishes stage = new planted.baton.internal.finish.Finishes();
}
