/** The HTTP API. */
module dev.baton.http {
    requires transitive dev.baton.core;
    requires static transitive org.jspecify;
    requires static transitive jakarta.servlet;

    exports dev.baton.http;
}
