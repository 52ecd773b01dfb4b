package dev.baton.faults.process;

/**
 * A piece of work; what a handler does about it is in it.
 *
 * @param name its own name, under which logs speak of it, and its label in the store
 * @param course how it goes
 */
record Work(String name, Course course) {}
