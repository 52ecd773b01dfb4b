package dev.baton.benchmarks;

/** What is measured. */
enum Topic {
    /** The engine, in this process. */
    ENGINE,
    /** The service, from outside. */
    HTTP
}
