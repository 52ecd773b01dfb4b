package dev.baton.checker;

import dev.baton.checker.Journal.Wanted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls that were to enqueue something, and what came of them. */
final class Calls {

    /** A call; answered, refused, or nobody knows. */
    record Call(int line, Wanted wanted, Optional<Answer> answer, boolean refused) {
        /** Either is right, but not both. */
        boolean isUnknown() {
            return answer.isEmpty() && !refused;
        }
    }

    /** What the store acknowledged. */
    record Answer(int line, String job, Turn turn, boolean existing) {}

    private final Map<String, Call> calls = new LinkedHashMap<>();
    private final Map<String, List<String>> ofWork = new LinkedHashMap<>();

    void invoked(String call, int line, Wanted wanted) {
        calls.put(call, new Call(line, wanted, Optional.empty(), false));
        ofWork.computeIfAbsent(wanted.work(), work -> new ArrayList<>()).add(call);
    }

    /** False if there is no such call. */
    boolean answered(String call, Answer answer) {
        return calls.computeIfPresent(call, (id, was) -> new Call(was.line(), was.wanted(), Optional.of(answer), false))
                != null;
    }

    /** False if there is no such call. */
    boolean refused(String call) {
        return calls.computeIfPresent(call, (id, was) -> new Call(was.line(), was.wanted(), Optional.empty(), true))
                != null;
    }

    Iterable<Call> all() {
        return calls.values();
    }

    /** All calls for this piece of work. */
    List<Call> of(String work) {
        return ofWork.getOrDefault(work, List.of()).stream().map(calls::get).toList();
    }
}
