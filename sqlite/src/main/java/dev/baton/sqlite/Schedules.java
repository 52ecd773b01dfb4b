package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.Inserted;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.OnSchedule;
import dev.baton.store.OperatorCommand.ScheduleAct;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.ScheduleDefinition;
import dev.baton.store.ScheduleStore;
import dev.baton.store.ScheduleStore.Declaration;
import dev.baton.store.ScheduleStore.Declared;
import dev.baton.store.ScheduleStore.Due;
import dev.baton.store.ScheduleStore.Fired;
import dev.baton.store.ScheduleStore.Firing;
import dev.baton.store.ScheduleView;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Schedules, and what becomes of them when they fire. */
final class Schedules {

    private final Jdbc jdbc;
    private final Inserting inserting;

    Schedules(Jdbc jdbc, Inserting inserting) {
        this.jdbc = jdbc;
        this.inserting = inserting;
    }

    List<Declared> declare(List<Declaration> declarations) throws SQLException {
        var declared = new ArrayList<Declared>();
        for (Declaration each : declarations) {
            @Nullable Object[] row = row(each);
            if (jdbc.update(ScheduleSql.ADD, row) == 1) {
                declared.add(Declared.ADDED);
            } else {
                declared.add(jdbc.update(ScheduleSql.CHANGE, row) == 1 ? Declared.CHANGED : Declared.SAME);
            }
        }
        return declared;
    }

    private static @Nullable Object[] row(Declaration declaration) {
        ScheduleDefinition definition = declaration.definition();
        ScheduleDefinition.Template job = definition.job();
        return new @Nullable Object[] {
            "name",
            definition.name(),
            "in_code",
            definition.inCode(),
            "timing",
            definition.rules().timing(),
            "catch_up",
            definition.rules().catchUp(),
            "overlap",
            definition.rules().overlap(),
            "queue",
            job.route().line(),
            "type",
            job.route().type(),
            "version",
            job.route().version(),
            "payload",
            job.payload().json(),
            "sha256",
            job.payload().sha256(),
            "label",
            job.payload().label(),
            "priority",
            job.priority(),
            "lane",
            job.lane().orElse(null),
            "witnessed",
            job.witnessed(),
            "fire_time_in",
            job.fireTimeIn().orElse(null),
            "definition",
            definition.sha256(),
            "next_at",
            declaration.nextAt().map(Values::dueMicros).orElse(null)
        };
    }

    Due due(Instant now, int limit, Set<String> except) throws SQLException {
        record Found(Optional<Long> earliest, Optional<ScheduleView> due) {}
        List<Found> found = jdbc.query(
                ScheduleSql.DUE,
                row -> new Found(
                        row.optionalNumber("earliest"),
                        row.optionalText("name").isEmpty() ? Optional.empty() : Optional.of(schedule(row))),
                "now",
                Values.micros(now),
                "except",
                Values.texts(except),
                "limit",
                limit);
        return new Due(
                found.stream().flatMap(each -> each.due().stream()).toList(),
                found.stream().findFirst().flatMap(Found::earliest).map(Values::instant));
    }

    /** Who asks is the only one who writes, so that what is read here is so until it is written. */
    List<Fired> fire(List<Firing> firings, Commanding commanding, Instant now) throws SQLException {
        var fired = new ArrayList<Fired>();
        for (Firing each : firings) {
            Optional<ScheduleView> known = find(each.name()).filter(view -> view.revision() == each.revision());
            fired.add(known.isEmpty() ? Fired.not(each.name()) : fire(each, known.get(), commanding, now));
        }
        return fired;
    }

    private Fired fire(Firing firing, ScheduleView known, Commanding commanding, Instant now) throws SQLException {
        Optional<JobId> earlier = known.last().job().filter(any -> firing.replaces());
        if (earlier.isPresent()) {
            var cancel = new OperatorCommand.OnJob(earlier.get(), Act.CANCEL, ScheduleStore.replacing(firing.name()));
            commanding.command(List.of(cancel), now);
        }
        var fired = new Fired(firing.name(), true, inserting.insert(firing.jobs(), now));
        Optional<JobId> added = fired.added().map(Inserted::id);
        jdbc.update(
                ScheduleSql.MOVE,
                "name",
                firing.name(),
                "next_at",
                firing.move().nextAt().map(Values::dueMicros).orElse(null),
                "last_at",
                added.map(any -> Values.micros(firing.move().fireTime())).orElse(null),
                "last_job",
                added.map(Values::bytes).orElse(null));
        if (firing.by().isPresent() && added.isPresent()) {
            commanding.recordRun(firing, added.get(), now);
        }
        AtCommit.FIRE.due();
        return fired;
    }

    /** How it stood before; empty if there is none. */
    Optional<String> command(OnSchedule command) throws SQLException {
        Optional<ScheduleView> was = find(command.name());
        if (was.isPresent()) {
            change(command);
        }
        return was.map(schedule -> ScheduleAct.shown(schedule.paused()));
    }

    private void change(OnSchedule command) throws SQLException {
        switch (command.what()) {
            case PAUSE -> jdbc.update(ScheduleSql.PAUSE, "name", command.name());
            case RESUME ->
                jdbc.update(
                        ScheduleSql.RESUME,
                        "name",
                        command.name(),
                        "next_at",
                        command.nextAt().map(Values::dueMicros).orElse(null));
            case REMOVE -> jdbc.update(ScheduleSql.REMOVE, "name", command.name());
        }
    }

    List<ScheduleView> find(Collection<String> names) throws SQLException {
        var found = new ArrayList<ScheduleView>();
        for (String name : new TreeSet<>(names)) {
            find(name).ifPresent(found::add);
        }
        return found;
    }

    private Optional<ScheduleView> find(String name) throws SQLException {
        return jdbc.first(ScheduleSql.FIND, Schedules::schedule, "name", name);
    }

    List<ScheduleView> list(boolean inCode, Optional<String> after, int limit) throws SQLException {
        String sql = inCode ? ScheduleSql.LIST_IN_CODE : ScheduleSql.LIST;
        return jdbc.query(sql, Schedules::schedule, "after", after.orElse(""), "limit", limit);
    }

    private static ScheduleView schedule(Row row) throws SQLException {
        var rules = new ScheduleDefinition.Rules(row.text("timing"), row.text("catch_up"), row.text("overlap"));
        var job = new ScheduleDefinition.Template(
                Route.ofLine(row.text("queue"), row.text("type"), row.integer("version")),
                new Payload(row.text("payload"), row.text("sha256"), row.text("label")),
                row.integer("priority"),
                row.optionalText("lane"),
                row.flag("witnessed"),
                row.optionalText("fire_time_in"));
        var last = new ScheduleView.Last(
                row.optionalNumber("last_at").map(Values::instant),
                row.optionalBytes("last_job").map(Values::job));
        return new ScheduleView(
                new ScheduleDefinition(row.text("name"), rules, job, row.flag("in_code")),
                row.number("revision"),
                row.flag("paused"),
                row.optionalNumber("next_at").map(Values::instant),
                last);
    }
}
