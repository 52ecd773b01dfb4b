/** Baton's engine. Only the packages exported here are supported; everything else may change without notice. */
module dev.baton.core {
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires tools.jackson.databind;

    exports dev.baton.job;
    exports dev.baton.supervise;
}
