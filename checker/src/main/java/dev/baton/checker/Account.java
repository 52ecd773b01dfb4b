package dev.baton.checker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the independent log says: who was enqueued, who ran when, what was asked for, and which processes were killed. */
public final class Account {

    /** A job as it was acknowledged, and what is to become of it. */
    record Enqueued(String job, String type, Fate fate, long dueMicros, String key, Turn turn) {}

    /** An attempt by its handler's word; the lines of the log say what came before what. */
    record Run(Attempt attempt, long pid, int line, long atMicros, Optional<End> end) {
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

    private final List<Enqueued> enqueued = new ArrayList<>();
    private final Map<String, List<Run>> runs = new LinkedHashMap<>();
    private final List<Ask> asks = new ArrayList<>();
    private final List<Kill> kills = new ArrayList<>();
    private final Map<Long, Integer> lastLines = new HashMap<>();
    private final List<String> senseless = new ArrayList<>();
    private int torn;

    private Account() {}

    /** Reads a log. */
    public static Account read(Path log) throws IOException {
        return of(Files.readAllLines(log));
    }

    static Account of(List<String> lines) {
        var account = new Account();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.endsWith(" " + Journal.END)) {
                account.takeIfSensible(i, line);
            } else if (!line.isEmpty()) {
                account.torn++;
            }
        }
        return account;
    }

    private void takeIfSensible(int line, String text) {
        try {
            if (!take(line, text.split(" "))) {
                senseless.add(text);
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException noEntry) {
            senseless.add(text);
        }
    }

    /** False if the entry fits nothing. */
    private boolean take(int line, String[] words) {
        long pid = Long.parseLong(words[0]);
        lastLines.put(pid, line);
        switch (words[1]) {
            case "enqueued" ->
                enqueued.add(new Enqueued(
                        words[2],
                        words[3],
                        Fate.valueOf(words[4].toUpperCase(Locale.ROOT)),
                        Long.parseLong(words[5]),
                        words[6].equals("-") ? "" : words[6],
                        Turn.of(words[7])));
            case "asks" -> asks.add(new Ask(line, words[2], Asked.valueOf(words[3].toUpperCase(Locale.ROOT))));
            case "killed" -> kills.add(new Kill(line, Long.parseLong(words[2])));
            case "started" -> {
                Attempt attempt = attempt(words, words[6]);
                runs.computeIfAbsent(attempt.job(), job -> new ArrayList<>())
                        .add(new Run(attempt, pid, line, Long.parseLong(words[5]), Optional.empty()));
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

    private static Attempt attempt(String[] words, String turn) {
        return new Attempt(words[2], Long.parseLong(words[3]), Long.parseLong(words[4]), Turn.of(turn));
    }

    /** Ends the run that began under the same name in the same process; false if there is none. */
    private boolean end(Attempt attempt, long pid, End end) {
        List<Run> ofJob = runs.getOrDefault(attempt.job(), List.of());
        for (int i = ofJob.size() - 1; i >= 0; i--) {
            Run run = ofJob.get(i);
            if (run.attempt().equals(attempt) && run.pid() == pid && run.end().isEmpty()) {
                ofJob.set(i, new Run(attempt, pid, run.line(), run.atMicros(), Optional.of(end)));
                return true;
            }
        }
        return false;
    }

    /** Every acknowledgement, in order; a job with a key may have several. */
    List<Enqueued> enqueued() {
        return enqueued;
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
