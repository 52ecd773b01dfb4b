/** The payment outbox. */
@SuppressWarnings("requires-automatic") // Micrometer is no module yet
module dev.baton.outbox {
    requires transitive dev.baton.core;
    requires java.net.http;
    requires static transitive org.jspecify;
    requires static micrometer.core;
    requires org.slf4j;

    exports dev.baton.outbox;
    exports dev.baton.outbox.http;
}
