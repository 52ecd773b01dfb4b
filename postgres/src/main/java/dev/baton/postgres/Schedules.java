package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Schedules, and what becomes of them when they fire. Whoever fires some holds their rows until that is committed. */
final class Schedules {

    private static final Comparator<ScheduleView> DUE_LONGEST = Comparator.<ScheduleView, Instant>comparing(
                    each -> each.nextAt().orElse(Instant.MAX))
            .thenComparing(ScheduleView::name);

    private final Session on;
    private final Inserting inserting;

    Schedules(Session on, Inserting inserting) {
        this.on = on;
        this.inserting = inserting;
    }

    List<Declared> declare(List<Declaration> all) throws SQLException {
        var declared = new HashMap<String, Declared>();
        on.query(ScheduleSql.DECLARE, row -> Map.entry(row.text("name"), row.number("revision") == 1), columns(all))
                .forEach(each -> declared.put(each.getKey(), each.getValue() ? Declared.ADDED : Declared.CHANGED));
        return all.stream()
                .map(each -> declared.getOrDefault(each.definition().name(), Declared.SAME))
                .toList();
    }

    private static Object[] columns(List<Declaration> all) {
        List<ScheduleDefinition> each =
                all.stream().map(Declaration::definition).toList();
        List<ScheduleDefinition.Template> jobs =
                each.stream().map(ScheduleDefinition::job).toList();
        return new Object[] {
            "names",
            Values.texts(each, ScheduleDefinition::name),
            "in_codes",
            Values.flags(each, ScheduleDefinition::inCode),
            "timings",
            Values.texts(each, one -> one.rules().timing()),
            "catch_ups",
            Values.texts(each, one -> one.rules().catchUp()),
            "overlaps",
            Values.texts(each, one -> one.rules().overlap()),
            "queues",
            Values.texts(jobs, job -> job.route().line()),
            "types",
            Values.texts(jobs, job -> job.route().type()),
            "versions",
            Values.integers(jobs, job -> job.route().version()),
            "payloads",
            Values.texts(jobs, job -> job.payload().json()),
            "hashes",
            Values.texts(jobs, job -> job.payload().sha256()),
            "labels",
            Values.texts(jobs, job -> job.payload().label()),
            "priorities",
            Values.integers(jobs, ScheduleDefinition.Template::priority),
            "lanes",
            Values.texts(jobs, job -> job.lane().orElse(null)),
            "witnesseds",
            Values.flags(jobs, ScheduleDefinition.Template::witnessed),
            "fire_times_in",
            Values.texts(jobs, job -> job.fireTimeIn().orElse(null)),
            "definitions",
            Values.texts(each, ScheduleDefinition::sha256),
            "nexts",
            Values.optionalNumbers(
                    all, one -> one.nextAt().map(Values::dueMicros).orElse(null))
        };
    }

    Due due(Instant now, int limit, Set<String> except) throws SQLException {
        record Found(Optional<Long> earliest, Optional<ScheduleView> due) {}
        List<Found> found = on.query(
                ScheduleSql.DUE,
                row -> new Found(
                        row.optionalNumber("earliest"),
                        row.optionalText("name").isEmpty() ? Optional.empty() : Optional.of(schedule(row))),
                "now",
                Values.micros(now),
                "except",
                except.toArray(String[]::new),
                "limit",
                limit);
        return new Due(
                found.stream()
                        .flatMap(each -> each.due().stream())
                        .sorted(DUE_LONGEST)
                        .toList(),
                found.stream().findFirst().flatMap(Found::earliest).map(Values::instant));
    }

    List<Fired> fire(List<Firing> firings, Commanding commanding, Instant now) throws SQLException {
        Map<String, ScheduleView> locked = lock(firings);
        var mine = new LinkedHashMap<String, Firing>();
        firings.stream()
                .filter(each -> locked.containsKey(each.name()))
                .forEach(each -> mine.putIfAbsent(each.name(), each));
        cancelEarlier(mine.values(), locked, commanding, now);
        List<NewJob> jobs =
                mine.values().stream().flatMap(each -> each.jobs().stream()).toList();
        List<Inserted> inserted = jobs.isEmpty() ? List.of() : inserting.insert(jobs, now);
        var fired = new LinkedHashMap<Firing, Fired>();
        int from = 0;
        for (Firing each : mine.values()) {
            int to = from + each.jobs().size();
            fired.put(each, new Fired(each.name(), true, inserted.subList(from, to)));
            from = to;
        }
        move(fired);
        if (!fired.isEmpty()) {
            AtCommit.FIRE.due();
        }
        for (Map.Entry<Firing, Fired> each : fired.entrySet()) {
            Optional<JobId> added = each.getValue().added().map(Inserted::id);
            if (each.getKey().by().isPresent() && added.isPresent()) {
                commanding.recordRun(each.getKey(), added.get(), now);
            }
        }
        return firings.stream()
                .map(each -> each.equals(mine.get(each.name()))
                        ? fired.getOrDefault(each, Fired.not(each.name()))
                        : Fired.not(each.name()))
                .toList();
    }

    private Map<String, ScheduleView> lock(List<Firing> firings) throws SQLException {
        var locked = new HashMap<String, ScheduleView>();
        on.query(
                        ScheduleSql.LOCK,
                        Schedules::schedule,
                        "names",
                        Values.texts(firings, Firing::name),
                        "revisions",
                        Values.numbers(firings, Firing::revision))
                .forEach(each -> locked.put(each.name(), each));
        return locked;
    }

    private static void cancelEarlier(
            Collection<Firing> firings, Map<String, ScheduleView> known, Commanding commanding, Instant now)
            throws SQLException {
        var commands = new ArrayList<OperatorCommand>();
        for (Firing each : firings) {
            ScheduleView schedule = known.get(each.name());
            if (each.replaces() && schedule != null) {
                schedule.last()
                        .job()
                        .ifPresent(job -> commands.add(
                                new OperatorCommand.OnJob(job, Act.CANCEL, ScheduleStore.replacing(each.name()))));
            }
        }
        if (!commands.isEmpty()) {
            commanding.command(commands, now);
        }
    }

    private void move(Map<Firing, Fired> fired) throws SQLException {
        if (fired.isEmpty()) {
            return;
        }
        List<Map.Entry<Firing, Fired>> all = List.copyOf(fired.entrySet());
        on.update(
                ScheduleSql.MOVE,
                "names",
                Values.texts(all, each -> each.getKey().name()),
                "nexts",
                Values.optionalNumbers(
                        all,
                        each -> each.getKey()
                                .move()
                                .nextAt()
                                .map(Values::dueMicros)
                                .orElse(null)),
                "lasts",
                Values.optionalNumbers(
                        all,
                        each -> each.getValue()
                                .added()
                                .map(any -> Values.micros(each.getKey().move().fireTime()))
                                .orElse(null)),
                "jobs",
                Values.texts(
                        all,
                        each -> each.getValue()
                                .added()
                                .map(added -> added.id().toString())
                                .orElse(null)));
    }

    /** How it stood before; empty if there is none. */
    Optional<String> command(OnSchedule command) throws SQLException {
        Optional<ScheduleView> was = on.first(ScheduleSql.LOCK_AS_IT_IS, Schedules::schedule, "name", command.name());
        if (was.isPresent()) {
            change(command);
        }
        return was.map(schedule -> ScheduleAct.shown(schedule.paused()));
    }

    private void change(OnSchedule command) throws SQLException {
        switch (command.what()) {
            case PAUSE -> on.update(ScheduleSql.PAUSE, "name", command.name());
            case RESUME ->
                on.update(
                        ScheduleSql.RESUME,
                        "name",
                        command.name(),
                        "next_at",
                        command.nextAt().map(Values::dueMicros).orElse(null));
            case REMOVE -> on.update(ScheduleSql.REMOVE, "name", command.name());
        }
    }

    List<ScheduleView> find(Collection<String> names) throws SQLException {
        return on.query(ScheduleSql.FIND, Schedules::schedule, "names", names.toArray(String[]::new));
    }

    List<ScheduleView> list(boolean inCode, Optional<String> after, int limit) throws SQLException {
        String sql = inCode ? ScheduleSql.LIST_IN_CODE : ScheduleSql.LIST;
        return on.query(sql, Schedules::schedule, "after", after.orElse(""), "limit", limit);
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
                row.optionalUuid("last_job").map(Values::job));
        return new ScheduleView(
                new ScheduleDefinition(row.text("name"), rules, job, row.flag("in_code")),
                row.number("revision"),
                row.flag("paused"),
                row.optionalNumber("next_at").map(Values::instant),
                last);
    }
}
