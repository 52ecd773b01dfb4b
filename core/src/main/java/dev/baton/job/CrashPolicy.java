package dev.baton.job;

/** What becomes of a job whose process died while it ran, so that nobody knows whether its work was done. */
public enum CrashPolicy {
    /** It runs again. Right for work that can be repeated. */
    RERUN,
    /** Its type's {@link Reconciler} is asked first. Right for work whose effect can be looked up. */
    RECONCILE,
    /** It is parked as held, for people to find out. Right for work that must not be repeated blindly. */
    HOLD
}
