package dev.baton.sqlite;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A batch, one by one. */
final class Each {

    private Each() {}

    /** What a batch is made of. */
    @FunctionalInterface
    interface Step<A, B> {
        B run(A item) throws SQLException;
    }

    static <A, B> List<B> of(List<A> batch, Step<A, B> step) throws SQLException {
        var answers = new ArrayList<B>();
        for (A item : batch) {
            answers.add(step.run(item));
        }
        return answers;
    }
}
