/** The payment outbox. */
module dev.baton.outbox {
    requires transitive dev.baton.core;
    requires static transitive org.jspecify;

    exports dev.baton.outbox;
}
