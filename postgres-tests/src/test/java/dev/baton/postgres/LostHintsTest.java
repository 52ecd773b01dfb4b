package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.store.JobStore;
import dev.baton.testserver.SharedServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Hints save time and nothing else: if all of them are lost, work that others enqueue is found by looking. */
class LostHintsTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note.take", Note.class);

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private PostgresStore open() {
        return PostgresStore.on(SharedServer.pool()).schema(schema.name()).open();
    }

    /** A store that takes everybody who wants hints, and never gives any. */
    private static JobStore deaf(PostgresStore store) {
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (self, method, arguments) -> {
                    if (method.getName().equals("onWork")) {
                        return (AutoCloseable) () -> {};
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void what_others_enqueue_is_done_though_every_hint_is_lost() throws InterruptedException {
        try (Baton working = Baton.on(deaf(open()))
                        .pollEvery(Duration.ofMillis(50))
                        .handle(NOTE, this, (note, run, test) -> {})
                        .start();
                Baton enqueuing = Baton.on(open()).enqueues(NOTE).start()) {
            assertThat(working.isReady()).isTrue();
            for (int i = 0; i < 3; i++) {
                JobId job = enqueuing.enqueue(NOTE, new Note("number " + i));
                assertThat(enqueuing.await(job, Duration.ofSeconds(20))).isEqualTo(JobState.DONE);
            }
        }
    }
}
