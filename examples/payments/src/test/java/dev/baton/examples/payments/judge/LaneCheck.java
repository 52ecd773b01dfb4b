package dev.baton.examples.payments.judge;

import dev.baton.examples.payments.judge.Tables.Action;
import dev.baton.examples.payments.judge.Tables.Job;
import dev.baton.examples.payments.judge.Tables.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What is left standing in the end: nothing that could move, and nothing that waits for people who were not told. */
final class LaneCheck {

    private final Case run;

    LaneCheck(Case run) {
        this.run = run;
    }

    List<String> findings() {
        var findings = new ArrayList<String>();
        List<Job> blocking = run.tables().jobs().stream().filter(Job::blocks).toList();
        for (Job each : blocking) {
            if (!run.alerted().contains(each.id())) {
                findings.add("it blocks others, and nobody was told: " + each);
            }
        }
        for (Job each : run.tables().jobs()) {
            boolean waitsForPeople = blocking.stream()
                    .anyMatch(head -> head.participant().equals(each.participant()) && head.number() < each.number());
            if (each.state() == State.PENDING && !waitsForPeople) {
                findings.add("it waits, and nothing is before it: " + each);
            }
        }
        Set<String> payments = run.tables().jobs().stream().map(Job::id).collect(Collectors.toSet());
        for (Action each : run.tables().actions()) {
            if (payments.contains(each.target()) && each.why().isBlank()) {
                findings.add("somebody moved money, and did not say why: " + each);
            }
        }
        return findings;
    }
}
