/** The HTTP API. */
module dev.baton.http {
    requires transitive dev.baton.core;
    requires static transitive org.jspecify;
    requires static transitive jakarta.servlet;
    requires org.slf4j;
    requires tools.jackson.core;

    exports dev.baton.http;
}
