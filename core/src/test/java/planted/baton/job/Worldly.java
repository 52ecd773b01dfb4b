package planted.baton.job;

/** Offends: a noun that knows the store. */
public final class Worldly {
    public planted.baton.store.Nosy store = new planted.baton.store.Nosy();
}
