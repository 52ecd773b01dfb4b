package dev.baton.examples.payments.judge;

import dev.baton.examples.payments.judge.Tables.Action;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the rails' book must not contain: anything twice, out of turn, or sent again where nothing may be. */
final class BookCheck {

    private static final String QUERYABLE = "wire";
    private static final String NEITHER = "paper";
    /** After these of people's moves a payment may leave once more. */
    private static final Set<String> SENDS_AGAIN = Set.of("RETRY", "RELEASE");

    private final Case run;
    private final Duration hole;
    private final List<String> findings = new ArrayList<>();
    private final Set<Entry> doubledByPause = new HashSet<>();

    BookCheck(Case run, Duration hole) {
        this.run = run;
        this.hole = hole;
    }

    List<String> findings() {
        var calls = new LinkedHashMap<String, List<Entry>>();
        for (Entry each : run.book()) {
            calls.computeIfAbsent(each.reference(), any -> new ArrayList<>()).add(each);
        }
        calls.values().forEach(this::checkOnce);
        calls.values().forEach(this::checkNotResent);
        checkOrder();
        return findings;
    }

    /** What was taken a second time because a process stood still between gate and call for longer than anybody waits. */
    Set<Entry> doubledByPause() {
        return doubledByPause;
    }

    private void checkOnce(List<Entry> calls) {
        List<Entry> taken = calls.stream().filter(Entry::isTaken).toList();
        for (int i = 1; i < taken.size(); i++) {
            Entry again = taken.get(i);
            if (again.rail().equals(QUERYABLE) && isPaused(taken.get(i - 1), again)) {
                doubledByPause.add(again);
            } else {
                findings.add("taken twice: " + again);
            }
        }
    }

    private boolean isPaused(Entry first, Entry second) {
        return run.pauses().stream()
                .anyMatch(pause -> pause.isLongerThan(hole) && pause.from() < second.at() && pause.to() > first.at());
    }

    /** Each call but the first follows one that was put off, or something that people did. */
    private void checkNotResent(List<Entry> calls) {
        Entry last = calls.get(calls.size() - 1);
        if (!last.rail().equals(NEITHER)) {
            return;
        }
        long unexplained = calls.size()
                - 1
                - calls.subList(0, calls.size() - 1).stream()
                        .filter(Entry::isPutOff)
                        .count();
        long moves = run.tables().actions().stream()
                .filter(action -> SENDS_AGAIN.contains(action.act()))
                .map(Action::target)
                .filter(last.reference()::equals)
                .count();
        if (unexplained > moves) {
            findings.add("sent again over a rail that cannot stand it, and nobody said so: " + calls);
        }
    }

    /** By the number that the rail was told, which has to be the ledger's, or it is found elsewhere. */
    private void checkOrder() {
        Map<String, Entry> latest = new HashMap<>();
        var seen = new HashMap<String, Entry>();
        for (Entry each : run.book()) {
            if (each.isTaken() && seen.putIfAbsent(each.reference(), each) == null) {
                Entry before = latest.put(each.participant(), each);
                if (before != null && before.sequence() >= each.sequence()) {
                    findings.add("out of turn: " + each + " after " + before);
                }
            }
        }
    }
}
