package planted.baton.internal.claim;

/** Offends: a stage that knows another stage. */
public final class Claims {
    public planted.baton.internal.finish.Finishes next = new planted.baton.internal.finish.Finishes();
}
