package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final Turns turns = new Turns();

    private CompletableFuture<Boolean> waiting(Duration most) {
        var gone = new CompletableFuture<Boolean>();
        var thread = new Thread(() -> {
            turns.awaitLeft(most);
            gone.complete(Thread.currentThread().isInterrupted());
        });
        thread.setDaemon(true);
        thread.start();
        return gone;
    }

    @Test
    void who_wants_to_write_goes_on_when_the_writer_has_left() throws Exception {
        turns.take();
        CompletableFuture<Boolean> other = waiting(LONG);
        assertThat(other).isNotDone();

        turns.leave();

        assertThat(other.get(20, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void who_wants_to_write_while_nobody_does_goes_on_at_once() {
        turns.awaitLeft(LONG);

        turns.take();
        turns.leave();
        turns.awaitLeft(LONG);
    }

    @Test
    void a_writer_that_does_not_leave_is_not_waited_for_for_ever() throws Exception {
        turns.take();

        assertThat(waiting(Duration.ofMillis(1)).get(20, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void who_is_told_to_stop_waits_no_longer_and_still_knows_it() throws Exception {
        turns.take();
        var gone = new CompletableFuture<Boolean>();
        var thread = new Thread(() -> {
            turns.awaitLeft(LONG);
            gone.complete(Thread.currentThread().isInterrupted());
        });
        thread.start();

        thread.interrupt();

        assertThat(gone.get(20, TimeUnit.SECONDS)).isTrue();
    }
}
