package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobState.Command;
import dev.baton.store.AttemptView;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Recovered;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole table of moves: what it allows happens, and what it does not is refused by name and changes nothing. */
abstract class MovesContract {

    /** What a command came to: the name of its refusal, or that it was carried out. */
    private static final String DONE = "carried out";
    /** One can be skipped only there, and one that waits for a key is not replaced. */
    private static final Set<Command> NEED_A_LANE = EnumSet.of(Command.SKIP, Command.REPLACE);

    abstract StoreUnderTest it();

    static Stream<Arguments> everyStateAndCommand() {
        return Arrays.stream(JobState.values())
                .flatMap(state -> Arrays.stream(Command.values()).map(command -> Arguments.of(state, command)));
    }

    @ParameterizedTest(name = "{1} on {0}")
    @MethodSource("everyStateAndCommand")
    @Tag("R-002-06")
    @Tag("R-002-07")
    @Tag("R-002-29")
    void every_command_on_every_state_does_what_the_table_says_or_nothing(JobState state, Command command) {
        JobId job = NEED_A_LANE.contains(command) ? it().arrangeIn("a lane", state) : it().arrange(state);
        if (command == Command.CLAIM && state == JobState.RETRYING) {
            it().advance(Duration.ofMinutes(1));
        }
        JobView before = it().find(job);
        List<AttemptView> attempts = it().store.attempts(job);

        String result = carryOut(command, before);

        if (state.after(command).isEmpty()) {
            assertThat(result).isNotEqualTo(DONE);
            assertThat(it().find(job)).isEqualTo(before);
            assertThat(it().store.attempts(job)).isEqualTo(attempts);
        } else {
            assertThat(result).isEqualTo(DONE);
            assertThat(state.after(command)).contains(it().state(job));
            assertThat(it().store.attempts(job).subList(0, attempts.size())).isEqualTo(attempts);
        }
    }

    private String carryOut(Command command, JobView job) {
        return switch (command) {
            case CLAIM -> claim(job.id());
            case FINISH_DONE -> finish(job, StoreUnderTest.done());
            case FINISH_RETRY -> finish(job, it().retryIn(Duration.ofSeconds(1)));
            case FINISH_SNOOZE -> finish(job, new Ending.Snooze(it().now().plusSeconds(1)));
            case FINISH_DEAD -> finish(job, new Ending.Dead("NEVER", ""));
            case FINISH_UNKNOWN -> finish(job, new Ending.Unknown(it().now(), "NO_ANSWER", "", true));
            case FINISH_HELD -> finish(job, new Ending.Held("LOST", ""));
            case FINISH_CANCELLED -> finish(job, new Ending.Cancelled());
            case RELEASE -> finish(job, new Ending.Released());
            case RECOVER -> recover(job.id());
            case CANCEL -> command(job.id(), Act.CANCEL);
            case KILL -> command(job.id(), Act.KILL);
            case RETRY -> command(job.id(), Act.RETRY);
            case RELEASE_HELD -> command(job.id(), Act.RELEASE);
            case CONFIRM -> command(job.id(), Act.CONFIRM);
            case SKIP -> command(job.id(), Act.SKIP);
            case DISCARD -> command(job.id(), Act.DISCARD);
            case REPLACE -> told(it().replace(job.id(), it().job().id(), "{}"));
            case REDACT -> command(job.id(), Act.REDACT);
        };
    }

    private String claim(JobId job) {
        boolean claimed =
                it().claim(it().node(), 100).claims().stream().map(Claim::id).anyMatch(job::equals);
        return claimed ? DONE : "not claimed";
    }

    /** By its owner if it has one, and otherwise by somebody who never was. */
    private String finish(JobView job, Ending ending) {
        long fence = job.standing().hold().map(JobView.Hold::fence).orElse(Long.MAX_VALUE);
        Finished finished = it().store
                .finish(List.of(new Finish(job.id(), fence, ending)), it().now())
                .get(0);
        boolean recorded = finished.answer() == Finished.Answer.RECORDED;
        assertThat(finished.state()).isEqualTo(recorded ? Optional.of(it().state(job.id())) : Optional.empty());
        return recorded ? DONE : finished.answer().name();
    }

    private String recover(JobId job) {
        boolean moved =
                it().loseNode().moved().stream().map(Recovered.Moved::id).anyMatch(job::equals);
        return moved ? DONE : "not moved";
    }

    private String command(JobId job, Act act) {
        return told(it().command(job, act));
    }

    private static String told(CommandResult result) {
        return result instanceof CommandResult.Applied
                ? DONE
                : result.getClass().getSimpleName();
    }
}
