/** The payment outbox. */
module dev.baton.outbox {
    requires transitive dev.baton.core;
    requires java.net.http;
    requires static transitive org.jspecify;

    exports dev.baton.outbox;
    exports dev.baton.outbox.http;
}
