/** Jobs in a SQLite file. */
module dev.baton.sqlite {
    requires transitive dev.baton.core;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires org.xerial.sqlitejdbc;

    exports dev.baton.sqlite;
}
