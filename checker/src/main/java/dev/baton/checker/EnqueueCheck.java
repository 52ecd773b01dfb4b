package dev.baton.checker;

import dev.baton.checker.Archive.Job;
import dev.baton.checker.Calls.Answer;
import dev.baton.checker.Calls.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls that enqueue: what was refused or rolled back does not exist, each piece of work is there once, a key stands for one
 * body, and the numbers of a lane follow the order of the answers.
 */
final class EnqueueCheck {

    private final Calls calls;
    private final Archive archive;
    private final List<Finding> findings = new ArrayList<>();

    EnqueueCheck(Calls calls, Archive archive) {
        this.calls = calls;
        this.archive = archive;
    }

    List<Finding> check() {
        checkRefused();
        checkOnce();
        checkKeys();
        checkNumbers();
        return findings;
    }

    private void checkRefused() {
        for (Job job : archive.jobs().values()) {
            List<Call> wanted = calls.of(job.label());
            if (!wanted.isEmpty() && wanted.stream().allMatch(Call::refused)) {
                fault("C2", job.id(), "is in the file, and all who wanted " + job.label() + " were refused");
            }
        }
    }

    private void checkOnce() {
        Map<String, String> jobs = new LinkedHashMap<>();
        for (Job job : archive.jobs().values()) {
            boolean known = !calls.of(job.label()).isEmpty();
            String first = known ? jobs.putIfAbsent(job.label(), job.id()) : null;
            if (first != null) {
                fault("C9", job.id(), "is the work " + job.label() + ", and so is " + first);
            }
        }
    }

    private void checkKeys() {
        Map<String, String> bodies = new LinkedHashMap<>();
        for (Call call : calls.all()) {
            String key = call.wanted().key();
            if (call.answer().isEmpty()) {
                continue;
            }
            String job = call.answer().get().job();
            String first = key.isEmpty()
                    ? null
                    : bodies.putIfAbsent(
                            call.wanted().type() + " " + key, call.wanted().work());
            if (first != null && !first.equals(call.wanted().work())) {
                fault("C9", job, "was the answer to " + call.wanted().work() + " with the key of " + first);
            }
            Job archived = archive.jobs().get(job);
            if (archived != null && !archived.label().equals(call.wanted().work())) {
                fault("C9", job, "was the answer to " + call.wanted().work() + " and is " + archived.label());
            }
        }
    }

    /** Who was answered before another one began has the smaller number. */
    private void checkNumbers() {
        Map<String, List<Call>> lanes = new LinkedHashMap<>();
        for (Call call : calls.all()) {
            if (call.answer().filter(answer -> !answer.existing()).isPresent()
                    && !call.wanted().lane().isEmpty()) {
                lanes.computeIfAbsent(call.wanted().lane(), lane -> new ArrayList<>())
                        .add(call);
            }
        }
        lanes.forEach(this::checkNumbers);
    }

    private void checkNumbers(String lane, List<Call> inLane) {
        List<Answer> answers = inLane.stream()
                .map(call -> call.answer().orElseThrow())
                .sorted(Comparator.comparingInt(Answer::line))
                .toList();
        List<Call> byBegin =
                inLane.stream().sorted(Comparator.comparingInt(Call::line)).toList();
        int next = 0;
        long highest = 0;
        for (Call call : byBegin) {
            while (next < answers.size() && answers.get(next).line() < call.line()) {
                highest = Math.max(highest, answers.get(next).turn().number());
                next++;
            }
            Turn turn = call.answer().orElseThrow().turn();
            if (turn.number() <= highest) {
                findings.add(new Finding(
                        "C6", lane, "lane " + lane + ": " + turn + " was given out after number " + highest));
            }
        }
    }

    private void fault(String rule, String job, String what) {
        findings.add(new Finding(rule, job, "job " + job + ": " + what));
    }
}
