package dev.baton.store;

import java.util.Optional;

/**
 * What a schedule is, as it was declared. A store keeps it, and does not need to understand it.
 *
 * @param inCode whether a program names it whenever it starts, and not only somebody who called once
 */
public record ScheduleDefinition(String name, Rules rules, Template job, boolean inCode) {

    /**
     * When it fires.
     *
     * @param timing at which times
     * @param catchUp what becomes of times that were missed
     * @param overlap what becomes of a time at which an earlier job is not over
     */
    public record Rules(String timing, String catchUp, String overlap) {}

    /**
     * What is added each time.
     *
     * @param fireTimeIn the field of the payload that gets the time
     */
    public record Template(
            Route route,
            Payload payload,
            int priority,
            Optional<String> lane,
            boolean witnessed,
            Optional<String> fireTimeIn) {}

    /** By which it is known whether it was declared as it is stored. */
    public String sha256() {
        String all = String.join(
                "\n",
                rules.timing(),
                rules.catchUp(),
                rules.overlap(),
                job.route().toString(),
                job.payload().sha256(),
                job.payload().label(),
                String.valueOf(job.priority()),
                job.lane().toString(),
                String.valueOf(job.witnessed()),
                job.fireTimeIn().toString(),
                String.valueOf(inCode));
        return Payload.of(all, "").sha256();
    }
}
