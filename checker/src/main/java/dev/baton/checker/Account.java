package dev.baton.checker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the independent log says: who was enqueued, who ran when, what was asked for, and which processes were killed. */
public final class Account {

    /** A job as it was acknowledged, and what is to become of it. */
    record Enqueued(String job, String type, Fate fate, long dueMicros, String key, Turn turn) {}

    /** An attempt by its handler's word; the lines of the log say what came before what. */
    record Run(Attempt attempt, long pid, int line, long atMicros, String work, Optional<End> end) {
        int lastLine() {
            return end.map(End::line).orElse(line);
        }

        boolean said(Said word) {
            return end.filter(e -> e.said() == word).isPresent();
        }
    }

    /** Which attempt of which job, and where that stands in its lane. */
    record Attempt(String job, long number, long fence, Turn turn) {}

    /** The last word of a run. */
    record End(int line, Said said) {}

    /** What an operator asked for. */
    record Ask(int line, String job, Asked asked) {}

    /** A process that was killed. */
    record Kill(int line, long pid) {}

    private final List<Entry> entries;
    private final Calls calls = new Calls();
    private final List<Enqueued> enqueued = new ArrayList<>();
    private final Map<String, List<Run>> runs = new LinkedHashMap<>();
    private final List<Ask> asks = new ArrayList<>();
    private final List<Ask> applied = new ArrayList<>();
    private final List<Kill> kills = new ArrayList<>();
    private final Silences silences = new Silences();
    private final List<String> faults = new ArrayList<>();
    private final Set<String> alerts = new HashSet<>();
    private final Map<String, Long> marks = new HashMap<>();
    private final Map<Long, Integer> lastLines = new HashMap<>();
    private final List<String> senseless = new ArrayList<>();
    private int torn;

    private Account(List<Entry> entries) {
        this.entries = entries;
    }

    /** Reads a log, or several, which are put together in the order of time. */
    public static Account read(Path... logs) throws IOException {
        var read = new ArrayList<List<String>>();
        for (Path log : logs) {
            read.add(Files.readAllLines(log));
        }
        return of(read);
    }

    static Account of(List<List<String>> logs) {
        var account = new Account(Entry.merged(logs));
        for (int i = 0; i < account.entries.size(); i++) {
            Entry entry = account.entries.get(i);
            if (entry.isWhole()) {
                account.takeIfSensible(i, entry);
            } else {
                account.torn++;
            }
        }
        return account;
    }

    private void takeIfSensible(int line, Entry entry) {
        try {
            String[] words = entry.text().split(" ");
            long pid = Long.parseLong(words[0]);
            lastLines.put(pid, line);
            if (words[1].equals("started")) {
                silences.sameMoment(entry.nanos(), Long.parseLong(words[5]));
            }
            if (!take(line, pid, words) && !takeAside(line, entry, words)) {
                senseless.add(entry.text());
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException noEntry) {
            senseless.add(entry.text());
        }
    }

    /** What jobs are made of. False if the entry fits nothing. */
    private boolean take(int line, long pid, String[] words) {
        switch (words[1]) {
            case "enqueued" ->
                enqueued.add(new Enqueued(
                        words[2],
                        words[3],
                        Fate.valueOf(words[4].toUpperCase(Locale.ROOT)),
                        Long.parseLong(words[5]),
                        orEmpty(words[6]),
                        Turn.of(words[7])));
            case "invoked" ->
                calls.invoked(
                        words[2],
                        line,
                        new Journal.Wanted(
                                words[3],
                                words[4],
                                orEmpty(words[5]),
                                orEmpty(words[6]),
                                Fate.valueOf(words[7].toUpperCase(Locale.ROOT)),
                                Long.parseLong(words[8])));
            case "acknowledged" -> {
                var answer = new Calls.Answer(line, words[3], Turn.of(words[4]), words[5].equals("existing"));
                return calls.answered(words[2], answer);
            }
            case "refused" -> {
                return calls.refused(words[2]);
            }
            case "started" -> {
                Attempt attempt = attempt(words, words[6]);
                String work = words.length > 8 ? words[7] : "";
                runs.computeIfAbsent(attempt.job(), job -> new ArrayList<>())
                        .add(new Run(attempt, pid, line, Long.parseLong(words[5]), work, Optional.empty()));
            }
            case "ended" -> {
                var end = new End(line, Said.valueOf(words[5].toUpperCase(Locale.ROOT)));
                return end(attempt(words, words[6]), pid, end);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** What was done to jobs and processes. False if the entry fits nothing. */
    private boolean takeAside(int line, Entry entry, String[] words) {
        switch (words[1]) {
            case "asks" -> asks.add(ask(line, words));
            case "applied" -> applied.add(ask(line, words));
            case "killed" -> {
                kills.add(new Kill(line, Long.parseLong(words[2])));
                faults.add(entry.text());
            }
            case "stopped" -> {
                silences.stopped(Long.parseLong(words[2]), entry.nanos());
                faults.add(entry.text());
            }
            case "resumed" -> {
                return silences.resumed(Long.parseLong(words[2]), entry.nanos());
            }
            case "fault" -> faults.add(entry.text());
            case "alerted" -> alerts.add(words[2]);
            case "healed", "drained" -> marks.put(words[1], entry.nanos());
            default -> {
                return false;
            }
        }
        return true;
    }

    private static Ask ask(int line, String[] words) {
        return new Ask(line, words[2], Asked.valueOf(words[3].toUpperCase(Locale.ROOT)));
    }

    private static String orEmpty(String word) {
        return word.equals(Journal.NONE) ? "" : word;
    }

    private static Attempt attempt(String[] words, String turn) {
        return new Attempt(words[2], Long.parseLong(words[3]), Long.parseLong(words[4]), Turn.of(turn));
    }

    /**
     * Ends the run that began under the same name in the same process; false if there is none. Who said that it is done may still say
     * that nobody knows.
     */
    private boolean end(Attempt attempt, long pid, End end) {
        List<Run> ofJob = runs.getOrDefault(attempt.job(), List.of());
        for (int i = ofJob.size() - 1; i >= 0; i--) {
            Run run = ofJob.get(i);
            boolean takesBack = end.said() == Said.UNKNOWN && run.said(Said.DONE);
            if (run.attempt().equals(attempt) && run.pid() == pid && (run.end().isEmpty() || takesBack)) {
                ofJob.set(i, new Run(attempt, pid, run.line(), run.atMicros(), run.work(), Optional.of(end)));
                return true;
            }
        }
        return false;
    }

    /** Every acknowledgement, in order; a job with a key may have several. */
    List<Enqueued> enqueued() {
        var all = new ArrayList<>(enqueued);
        for (Calls.Call call : calls.all()) {
            call.answer().ifPresent(answer -> all.add(enqueued(call, answer.job(), answer.turn())));
        }
        return all;
    }

    /** What a call wanted, as the job that came of it. */
    static Enqueued enqueued(Calls.Call call, String job, Turn turn) {
        Journal.Wanted wanted = call.wanted();
        return new Enqueued(job, wanted.type(), wanted.fate(), wanted.dueMicros(), wanted.key(), turn);
    }

    Calls calls() {
        return calls;
    }

    /** The runs of a job, in the order in which they began. */
    List<Run> runs(String job) {
        return runs.getOrDefault(job, List.of());
    }

    /** The jobs that ran. */
    Iterable<String> jobsThatRan() {
        return runs.keySet();
    }

    List<Kill> kills() {
        return kills;
    }

    /** What operators asked for, in order; the same more than once, if the store could not be reached. */
    List<Ask> asks() {
        return asks;
    }

    /** What operators were told that it is done. */
    List<Ask> applied() {
        return applied;
    }

    /** What was made to go wrong, in words, in order. */
    public List<String> faults() {
        return faults;
    }

    /** Was somebody told that this job keeps its lane waiting? */
    boolean alertedOf(String job) {
        return alerts.contains(job);
    }

    /** How long it took until all was over, once nothing went wrong any more; empty if nobody said so. */
    Optional<Duration> drain() {
        Long healed = marks.get("healed");
        Long drained = marks.get("drained");
        return healed == null || drained == null ? Optional.empty() : Optional.of(Duration.ofNanos(drained - healed));
    }

    boolean wasHealed() {
        return marks.containsKey("healed");
    }

    /** Everything that mentions this job, this work or this lane, in order. */
    public List<String> timeline(String about) {
        return entries.stream()
                .filter(entry -> entry.mentions(about)
                        || entry.text().matches("\\d+ (killed|fault|stopped|resumed|healed)\\b.*"))
                .map(entry -> entry.nanos() / 1_000 + " µs: " + entry.text())
                .toList();
    }

    /** Did an operator ask for this after that line, and before the other? */
    boolean askedBetween(String job, Asked asked, int after, int before) {
        return asks.stream()
                .anyMatch(ask ->
                        ask.job().equals(job) && ask.asked() == asked && ask.line() > after && ask.line() < before);
    }

    /** Was the process of this run killed after its last word, and before that line? */
    boolean killedBetween(Run run, int before) {
        return kills.stream()
                .anyMatch(kill -> kill.pid() == run.pid() && kill.line() > run.lastLine() && kill.line() < before);
    }

    /** Was the process of this run silent, so that it had to be taken for dead at this time of the archive's? */
    boolean silentAt(Run run, long micros) {
        return silences.covers(run.pid(), micros);
    }

    /** The last line that this process wrote. */
    int lastLineOf(long pid) {
        return lastLines.getOrDefault(pid, -1);
    }

    /** Did any handler of another process begin after this kill? */
    boolean workedAfter(Kill kill) {
        return runs.values().stream()
                .flatMap(List::stream)
                .anyMatch(run -> run.line() > kill.line() && run.pid() != kill.pid());
    }

    /** Entries that fit nothing, such as an end without a beginning. */
    List<String> senseless() {
        return senseless;
    }

    /** How many entries were cut off. */
    int torn() {
        return torn;
    }
}
