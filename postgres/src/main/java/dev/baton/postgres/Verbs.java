package dev.baton.postgres;

import java.sql.SQLException;

/** All that can be done within one transaction. */
final class Verbs {

    /** Something to do with them. */
    @FunctionalInterface
    interface Part<T> {
        T run(Verbs on) throws SQLException;
    }

    final Keys keys;
    final Places places;
    final Inserting inserting;
    final Cursors cursors;
    final Schedules schedules;
    final Claiming claiming;
    final Finishing finishing;
    final Said said;
    final Nodes nodes;
    final Recovering recovering;
    final History history;
    final Pruning pruning;
    final Commanding commanding;
    final Reading reading;
    final Notes notes;
    final Drains drains;

    Verbs(Session on, Beginnings beginnings) {
        keys = new Keys(on);
        var lanes = new Lanes(on);
        places = new Places(on);
        inserting = new Inserting(on, keys, lanes, places);
        cursors = new Cursors(on, inserting);
        schedules = new Schedules(on, inserting);
        claiming = new Claiming(on, places, beginnings);
        finishing = new Finishing(on, keys, lanes, places);
        said = new Said(on);
        nodes = new Nodes(on);
        recovering = new Recovering(on, keys, lanes, places);
        history = new History(on, recovering);
        pruning = new Pruning(on);
        commanding = new Commanding(on, this, lanes);
        reading = new Reading(on, keys, lanes, places);
        notes = new Notes(on, lanes, keys);
        drains = new Drains(on);
    }
}
