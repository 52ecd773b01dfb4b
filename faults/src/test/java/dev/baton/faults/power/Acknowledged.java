package dev.baton.faults.power;

import dev.baton.job.JobId;
import dev.baton.store.AttemptView.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a busy process was told until now: these jobs are there, and these attempts have ended like this. */
record Acknowledged(List<JobId> jobs, List<End> ends) {

    record End(JobId job, int attempt, Kind kind) {}

    /** Whole lines only: the last one may be half written. */
    static Acknowledged in(Path file) throws IOException {
        var jobs = new ArrayList<JobId>();
        var ends = new ArrayList<End>();
        String text = Files.readString(file);
        text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(line -> {
            String[] words = line.split(" ", -1);
            JobId job = JobId.parse(words[1]);
            if (words[0].equals("ENQUEUED")) {
                jobs.add(job);
            } else {
                ends.add(new End(job, Integer.parseInt(words[2]), Kind.valueOf(words[0])));
            }
        });
        return new Acknowledged(jobs, ends);
    }

    int size() {
        return jobs.size() + ends.size();
    }
}
