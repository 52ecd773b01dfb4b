package dev.baton.server.demo.jobs;

/**
 * The payload of every job of the demo: all that decides how it goes.
 *
 * @param number which one of its kind it is
 * @param millis how long a run takes
 * @param failures how many attempts fail before one does not
 * @param course what is special about it
 */
record Work(int number, int millis, int failures, Course course) {

    /** How it goes, apart from failures. */
    enum Course {
        /** It is done. */
        PLAIN,
        /** The first attempt asks to come back a little later. */
        SNOOZED,
        /** It can never be done. */
        HOPELESS,
        /** It cannot be done before an operator has seen to it. */
        REPAIRED
    }

    Work(int number, int millis, int failures) {
        this(number, millis, failures, Course.PLAIN);
    }
}
