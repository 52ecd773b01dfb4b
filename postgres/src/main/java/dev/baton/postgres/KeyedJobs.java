package dev.baton.postgres;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.KeyRequest;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Who stands for new jobs that come with unique keys: they themselves, or the job that has the key or is to have it next. */
final class KeyedJobs {

    /** A key that changes hands while it is asked for is asked for again, and not for ever. */
    private static final int ROUNDS = 20;

    /** Who stands for a new job, and whether it waits behind the one that has its key. */
    record Standing(JobId job, boolean behind) {
        boolean isItself(JobId id) {
            return job.equals(id);
        }
    }

    private record Data(int version, String sha256) {
        static Data of(NewJob job) {
            return new Data(job.route().version(), job.payload().sha256());
        }

        static Map.Entry<JobId, Data> of(Row row) throws SQLException {
            return Map.entry(Values.job(row.uuid("id")), new Data(row.integer("version"), row.text("sha256")));
        }

        boolean contradicts(Data other) {
            return version == other.version && !sha256.equals(other.sha256);
        }
    }

    private final Session on;
    private final Keys keys;

    KeyedJobs(Session on, Keys keys) {
        this.on = on;
        this.keys = keys;
    }

    /** For each of them that has a key; what is refused refuses all. */
    Map<JobId, Standing> decide(List<Inserting.Indexed> fresh) throws SQLException {
        var stands = new HashMap<JobId, Standing>();
        Set<JobId> coming = fresh.stream().map(each -> each.job().id()).collect(Collectors.toSet());
        for (Map<Rows.Key, Inserting.Indexed> wave : waves(fresh)) {
            for (int round = 0; round < ROUNDS && !wave.isEmpty(); round++) {
                stands.putAll(ask(wave, coming));
                wave.values().removeIf(each -> stands.containsKey(each.job().id()));
            }
            if (!wave.isEmpty()) {
                throw new CollisionException("a key changed hands again and again");
            }
        }
        Map<JobId, Data> data = data(stands, fresh);
        for (Inserting.Indexed each : fresh) {
            refuseOtherPayload(each, stands, data);
        }
        return stands;
    }

    /** Those that come with the same key, one after another; those with different keys together. */
    private static List<Map<Rows.Key, Inserting.Indexed>> waves(List<Inserting.Indexed> fresh) {
        var waves = new ArrayList<Map<Rows.Key, Inserting.Indexed>>();
        var seen = new HashMap<Rows.Key, Integer>();
        for (Inserting.Indexed each : fresh) {
            if (each.job().key().isPresent()) {
                int wave = seen.merge(key(each.job()), 1, Integer::sum) - 1;
                if (wave == waves.size()) {
                    waves.add(new LinkedHashMap<>());
                }
                waves.get(wave).put(key(each.job()), each);
            }
        }
        return waves;
    }

    private static Rows.Key key(NewJob job) {
        KeyRequest request = job.key().orElseThrow();
        return new Rows.Key(job.route().type(), request.scope(), request.key());
    }

    /** Who can be answered now; of others the key was just given up. Those that are coming with it stand nowhere yet. */
    private Map<JobId, Standing> ask(Map<Rows.Key, Inserting.Indexed> open, Set<JobId> coming) throws SQLException {
        var wanted = new LinkedHashMap<Rows.Key, JobId>();
        open.forEach((key, each) -> wanted.put(key, each.job().id()));
        Set<JobId> got = keys.take(wanted);
        if (!got.isEmpty()) {
            FaultPoint.ENQ_AFTER_KEY.hit();
        }
        var stands = new HashMap<JobId, Standing>();
        got.forEach(job -> stands.put(job, new Standing(job, false)));
        wanted.values().removeAll(got);
        if (wanted.isEmpty()) {
            return stands;
        }
        Map<Rows.Key, Keys.Holder> holders = keys.holders(wanted.keySet());
        var again = new LinkedHashMap<Rows.Key, JobId>();
        for (Map.Entry<Rows.Key, JobId> each : wanted.entrySet()) {
            Keys.Holder holder = holders.get(each.getKey());
            if (holder == null || holder.job().isEmpty()) {
                continue;
            }
            JobId has = holder.job().get();
            if (each.getKey().scope() == KeyScope.ACTIVE && holder.isOver() && !coming.contains(has)) {
                keys.freeOf(has, each.getKey());
                continue;
            }
            Inserting.Indexed asked = open.get(each.getKey());
            if (asked != null && wantsMore(asked.job()) && holder.running()) {
                again.put(each.getKey(), each.getValue());
            } else {
                stands.put(each.getValue(), new Standing(has, false));
            }
        }
        stands.putAll(behind(again));
        return stands;
    }

    private static boolean wantsMore(NewJob job) {
        return job.key()
                .filter(key -> key.scope() == KeyScope.ACTIVE && key.againIfRunning())
                .isPresent();
    }

    private Map<JobId, Standing> behind(Map<Rows.Key, JobId> again) throws SQLException {
        var stands = new HashMap<JobId, Standing>();
        if (again.isEmpty()) {
            return stands;
        }
        Set<JobId> heirs = keys.promise(again);
        heirs.forEach(job -> stands.put(job, new Standing(job, true)));
        again.values().removeAll(heirs);
        if (!again.isEmpty()) {
            Map<Rows.Key, Keys.Holder> holders = keys.holders(again.keySet());
            again.forEach((key, job) -> Optional.ofNullable(holders.get(key))
                    .flatMap(Keys.Holder::next)
                    .ifPresent(next -> stands.put(job, new Standing(next, false))));
        }
        return stands;
    }

    /** What there is to compare with: of jobs that are there, and of those that come with them. */
    private Map<JobId, Data> data(Map<JobId, Standing> stands, List<Inserting.Indexed> fresh) throws SQLException {
        var data = new HashMap<JobId, Data>();
        fresh.forEach(each -> data.put(each.job().id(), Data.of(each.job())));
        List<JobId> others = stands.values().stream()
                .map(Standing::job)
                .filter(job -> !data.containsKey(job))
                .distinct()
                .toList();
        if (!others.isEmpty()) {
            on.query(InsertSql.ORIGINS, Data::of, "ids", Values.ids(others))
                    .forEach(entry -> data.put(entry.getKey(), entry.getValue()));
        }
        return data;
    }

    private static void refuseOtherPayload(Inserting.Indexed each, Map<JobId, Standing> stands, Map<JobId, Data> data) {
        Optional<KeyRequest> forever = each.job().key().filter(key -> key.scope() == KeyScope.FOREVER);
        Standing standing = stands.get(each.job().id());
        Data holder = standing == null ? null : data.get(standing.job());
        if (forever.isPresent() && standing != null && holder != null && holder.contradicts(Data.of(each.job()))) {
            throw new KeyReusedException(
                    each.index(), forever.get().key(), each.job().route().type(), standing.job());
        }
    }
}
