package dev.baton.examples.payments.judge;

import dev.baton.examples.payments.judge.Tables.Account;
import dev.baton.examples.payments.judge.Tables.Job;
import dev.baton.examples.payments.judge.Tables.State;
import dev.baton.examples.payments.judge.Tables.Transfer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the ledger, its payments and the rails' book have to agree about. */
final class LedgerCheck {

    private final Case run;
    private final Set<Entry> tooOften;
    private final Map<String, Transfer> transfers = new HashMap<>();
    private final Map<String, Job> jobs = new HashMap<>();
    private final List<String> findings = new ArrayList<>();

    /** What is known to have been taken once too often is on nobody's account. */
    LedgerCheck(Case run, Set<Entry> tooOften) {
        this.run = run;
        this.tooOften = tooOften;
        run.tables().transfers().forEach(each -> transfers.put(each.payment(), each));
        run.tables().jobs().forEach(each -> jobs.put(each.id(), each));
    }

    List<String> findings() {
        checkMoney();
        checkPairs();
        checkNumbers();
        checkCalls();
        checkSums();
        checkStates();
        checkPromises();
        return findings;
    }

    private void checkMoney() {
        for (Account account : run.tables().accounts()) {
            long gone = transfers.values().stream()
                    .filter(each -> each.account().equals(account.name()) && !each.givenBack())
                    .mapToLong(Transfer::minor)
                    .sum();
            if (account.balance() != account.opened() - gone) {
                findings.add("money is missing or was made: " + account + ", of which " + gone + " is gone");
            }
        }
    }

    /** A transfer without a payment was debited and is never sent; a payment without a transfer is sent and was never debited. */
    private void checkPairs() {
        for (Transfer each : transfers.values()) {
            Job job = jobs.get(each.payment());
            if (job == null) {
                findings.add("debited, and no payment: " + each);
            } else if (job.number() != each.number() || !job.participant().equals(each.account())) {
                findings.add("another payment than the ledger says: " + each + " and " + job);
            }
        }
        jobs.values().stream()
                .filter(each -> !transfers.containsKey(each.id()))
                .forEach(each -> findings.add("a payment that nobody was debited for: " + each));
    }

    private void checkNumbers() {
        var numbers = new TreeMap<String, Set<Long>>();
        for (Job each : jobs.values()) {
            if (!numbers.computeIfAbsent(each.participant(), any -> new TreeSet<>())
                    .add(each.number())) {
                findings.add("a number was given out twice: " + each);
            }
        }
        numbers.forEach((participant, given) -> {
            long next = 1;
            for (long number : given) {
                if (number != next) {
                    findings.add(participant + " has a gap before number " + number);
                }
                next = number + 1;
            }
        });
    }

    private void checkCalls() {
        for (Entry each : run.book()) {
            Transfer transfer = transfers.get(each.reference());
            if (transfer == null) {
                findings.add("sent, and nobody was debited for it: " + each);
            } else if (transfer.minor() != each.minor()
                    || transfer.number() != each.sequence()
                    || !transfer.account().equals(each.participant())
                    || !transfer.rail().equals(each.rail())) {
                findings.add("sent as something else: " + each + " and " + transfer);
            }
        }
    }

    /** What is held is left out on both sides: it may have been taken, and somebody will say. */
    private void checkSums() {
        var taken = new TreeMap<String, Long>();
        for (Entry each : run.book()) {
            Job job = jobs.get(each.reference());
            if (each.isTaken() && !tooOften.contains(each) && job != null && job.state() != State.HELD) {
                taken.merge(each.participant(), each.minor(), Long::sum);
            }
        }
        var dispatched = new TreeMap<String, Long>();
        for (Transfer each : transfers.values()) {
            Job job = jobs.get(each.payment());
            if (job != null && job.state() == State.DONE) {
                dispatched.merge(each.account(), each.minor(), Long::sum);
            }
        }
        var all = new TreeSet<>(taken.keySet());
        all.addAll(dispatched.keySet());
        for (String participant : all) {
            if (!taken.getOrDefault(participant, 0L).equals(dispatched.getOrDefault(participant, 0L))) {
                findings.add("the sums of " + participant + " differ: the rails have taken " + taken.get(participant)
                        + ", and " + dispatched.get(participant) + " counts as sent");
            }
        }
    }

    /** One by one, as two that are wrong may make a sum that is right. */
    private void checkStates() {
        Set<String> taken = new HashSet<>();
        run.book().stream().filter(Entry::isTaken).forEach(each -> taken.add(each.reference()));
        for (Job each : jobs.values()) {
            boolean isTaken = taken.contains(each.id());
            boolean wrong = switch (each.state()) {
                case DONE -> !isTaken;
                case DEAD, CANCELLED -> isTaken;
                case PENDING -> isTaken || each.doubtful();
                case RUNNING, ASTRAY -> true;
                case HELD -> false;
            };
            Transfer transfer = transfers.get(each.id());
            if (wrong) {
                findings.add((isTaken ? "taken" : "not taken") + ", and it stands as " + each);
            }
            if (transfer != null && transfer.givenBack() && each.state() != State.CANCELLED) {
                findings.add("given back, and not given up: " + each);
            }
        }
    }

    /** Whatever one was told is there; and under one instruction and key everybody was told the same. */
    private void checkPromises() {
        var told = new HashMap<String, String>();
        for (Case.Promise each : run.promised()) {
            String before = told.putIfAbsent(each.instruction(), each.payment());
            if (before != null && !before.equals(each.payment())) {
                findings.add("two payments of one instruction: " + each + " and " + before);
            }
            Transfer transfer = transfers.get(each.payment());
            if (transfer == null || !transfer.instruction().equals(each.instruction())) {
                findings.add("somebody was told of it, and it is not there: " + each);
            }
        }
    }
}
