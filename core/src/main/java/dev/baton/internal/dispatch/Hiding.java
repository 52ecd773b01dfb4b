package dev.baton.internal.dispatch;

import java.util.function.UnaryOperator;

/** Keeps what is secret in a payload out of what is said of its job. */
final class Hiding {

    private static final int CAUSES_MAX = 10;

    private Hiding() {}

    /** The same failure, if it says nothing secret; otherwise one that stands for it, thrown at the same place. */
    static Throwable in(Throwable thrown, UnaryOperator<String> hide) {
        return isClean(thrown, hide, CAUSES_MAX) ? thrown : new Hidden(thrown, hide, CAUSES_MAX);
    }

    private static boolean isClean(Throwable thrown, UnaryOperator<String> hide, int depth) {
        if (depth == 0) {
            return false;
        }
        try {
            String text = String.valueOf(thrown);
            for (Throwable suppressed : thrown.getSuppressed()) {
                if (!isClean(suppressed, hide, depth - 1)) {
                    return false;
                }
            }
            boolean clean = hide.apply(text).equals(text);
            return clean && (thrown.getCause() == null || isClean(thrown.getCause(), hide, depth - 1));
        } catch (Throwable unprintable) {
            return true; // it says nothing at all
        }
    }

    /** Stands for a failure whose text was secret. */
    private static final class Hidden extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Hidden(Throwable original, UnaryOperator<String> hide, int depth) {
            super(
                    hide.apply(String.valueOf(original)),
                    original.getCause() == null || depth <= 1
                            ? null
                            : new Hidden(original.getCause(), hide, depth - 1));
            setStackTrace(original.getStackTrace());
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // it stands for one of another class
        public String toString() {
            return String.valueOf(getMessage());
        }
    }
}
