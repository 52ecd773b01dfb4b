package dev.baton.server.demo.jobs;

/**
 * The payload of every job of the demo: all that decides how it goes.
 *
 * @param number which one of its kind it is
 * @param millis how long a run takes
 * @param failures how many attempts fail before one does not
 * @param hopeless whether it can never be done
 */
record Work(int number, int millis, int failures, boolean hopeless) {}
