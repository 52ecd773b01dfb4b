package dev.baton.examples.payments;

import dev.baton.examples.payments.rail.RailPace;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a process has to be told.
 *
 * @param database a JDBC URL of PostgreSQL, or the path of a SQLite file
 * @param rails where the rails are
 * @param alerts the file that alerts are written to
 * @param look how often a process looks whether somebody is to be told of something
 */
record Settings(String database, URI rails, Path alerts, RailPace pace, Duration look) {

    private static final Duration LOOK = Duration.ofSeconds(10);

    /** At the usual pace. */
    static Settings of(String database, String rails, String alerts) {
        return new Settings(database, URI.create(rails), Path.of(alerts), RailPace.USUAL, LOOK);
    }
}
