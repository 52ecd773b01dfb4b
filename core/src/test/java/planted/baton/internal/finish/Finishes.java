package planted.baton.internal.finish;

/** Innocent by itself. */
public final class Finishes {}
