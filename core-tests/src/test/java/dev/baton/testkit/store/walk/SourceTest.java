package dev.baton.testkit.store.walk;

import static dev.baton.testkit.store.walk.Domain.BY;
import static dev.baton.testkit.store.walk.Domain.in;
import static dev.baton.testkit.store.walk.Domain.job;
import static dev.baton.testkit.store.walk.Domain.micros;
import static dev.baton.testkit.store.walk.Domain.node;
import static dev.baton.testkit.store.walk.Domain.payload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.KeyScope;
import dev.baton.store.Ending;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Route;
import dev.baton.store.Urgency;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A printed walk is Java; what is expected here was compiled above it. */
class SourceTest {

    @Test
    void steps_are_printed_as_they_are_written() {
        assertThat(Source.of(new Step.Join(node(1), Set.of(new Route("mail", "a", 1)))))
                .isEqualTo("new Step.Join(node(1), Set.of(new Route(\"mail\", \"a\", 1, Optional.empty())))");
        assertThat(Source.of(new Step.Insert(List.of(new NewJob(
                        job(3),
                        new Route("mail", "a", 1),
                        payload(1),
                        new Urgency(0, in(-5)),
                        new NewJob.Ties(
                                Optional.of("alice"), Optional.of(new KeyRequest(KeyScope.ACTIVE, "red", true))),
                        new NewJob.Care(false, Optional.empty()))))))
                .isEqualTo(
                        "new Step.Insert(List.of(new NewJob(job(3), new Route(\"mail\", \"a\", 1, Optional.empty()), payload(1), "
                                + "new Urgency(0, in(-5)), new NewJob.Ties(Optional.of(\"alice\"), false, "
                                + "Optional.of(new KeyRequest(KeyScope.ACTIVE, \"red\", true))), "
                                + "new NewJob.Care(false, Optional.empty(), Optional.empty()))))");
        assertThat(Source.of(new Step.Finish(List.of(new Step.End(job(3), 1, new Ending.Done(Optional.of("{}")))))))
                .isEqualTo("new Step.Finish(List.of(new Step.End(job(3), 1, new Ending.Done(Optional.of(\"{}\")))))");
        assertThat(Source.of(
                        new Step.Command(List.of(new OperatorCommand.OnJob(job(1001), OperatorCommand.Act.SKIP, BY)))))
                .isEqualTo("new Step.Command(List.of("
                        + "new OperatorCommand.OnJob(job(1001), OperatorCommand.Act.SKIP, BY)))");
        assertThat(Source.of(new Step.MoveCursor("blocks", 1, Optional.empty(), Optional.of("7"), List.of())))
                .isEqualTo("new Step.MoveCursor(\"blocks\", 1, Optional.empty(), Optional.of(\"7\"), List.of())");
        assertThat(Source.of(new Step.Prune(micros(-1), 2))).isEqualTo("new Step.Prune(micros(-1), 2)");
    }
}
