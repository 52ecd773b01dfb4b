package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;

/** All that can be done on one connection. For one thread at a time. */
final class Verbs {

    final Jdbc jdbc;
    final Witnessing witnessing;
    final Archive archive;
    final Lanes lanes;
    final Keys keys;
    final Places places;
    final Inserting inserting;
    final Cursors cursors;
    final Schedules schedules;
    final Claiming claiming;
    final Limits limits;
    final Finishing finishing;
    final Nodes nodes;
    final Recovering recovering;
    final Pruning pruning;
    final Commanding commanding;
    final Reading reading;

    Verbs(Jdbc jdbc) {
        this.jdbc = jdbc;
        witnessing = new Witnessing(jdbc);
        archive = new Archive(jdbc, witnessing);
        lanes = new Lanes(jdbc);
        keys = new Keys(jdbc, lanes);
        places = new Places(jdbc, archive, keys, lanes);
        inserting = new Inserting(jdbc, keys, lanes, places);
        cursors = new Cursors(jdbc, inserting);
        schedules = new Schedules(jdbc, inserting);
        claiming = new Claiming(jdbc, archive, lanes);
        limits = new Limits(jdbc, claiming);
        finishing = new Finishing(jdbc, archive, lanes, places);
        nodes = new Nodes(jdbc);
        recovering = new Recovering(jdbc, archive, places, finishing);
        pruning = new Pruning(jdbc);
        commanding = new Commanding(this);
        reading = new Reading(this);
    }
}
