package dev.baton.http;

/** A request that is refused, on its way out to who writes the answer. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    Refusal(Problem problem) {
        super(problem.code(), null, false, false); // it is the answer that matters, not the place
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
