package dev.baton.examples.issuance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.chain.Door;
import dev.baton.examples.issuance.chain.SimulatedChain;
import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service as a process that is killed while it is up: at a random one of the questions that it asks the chain in the course of a
 * story, once before and once after the chain has done what it is asked for.
 */
@Tag("long")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KilledInOperationTest {

    private static final long SEED = Long.getLong("baton.issuance.seed", 20_261_115);
    private static final int SPARED = 2;

    /** The whole story: each chapter is over before the next begins, so that its end does not depend on who is quick. */
    private static final List<Chapter> STORY = List.of(
            new Chapter(
                    "a vault is added",
                    chain -> {
                        chain.deploy("0xa");
                        chain.deposit("d-1", "0xa", 100);
                        chain.transfer("t-1", "0xa", "r-d-1", 40);
                    },
                    "POST /vaults/A 0xa",
                    "SELECT id FROM redemption WHERE id = 't-1' AND step = 'COMPLETED'"),
            new Chapter(
                    "shares are minted",
                    chain -> {},
                    "POST /mints/m-1 A 9",
                    "SELECT receipt.id FROM receipt, mint WHERE receipt.id = 'r-m-1' AND mint.id = 'm-1' AND step = 'COMPLETED'"),
            new Chapter(
                    "shares are sent back",
                    chain -> {
                        for (int i = 0; i < 4; i++) {
                            chain.deposit("d-2-" + i, "0xa", 5);
                            chain.transfer("t-2-" + i, "0xa", "r-d-2-" + i, i + 1);
                        }
                    },
                    "",
                    "SELECT count(*) FROM redemption WHERE id LIKE 't-2-%' AND step = 'COMPLETED' HAVING count(*) = 4"),
            new Chapter(
                    "the vault moves",
                    chain -> {
                        chain.deploy("0xa2");
                        chain.deposit("d-3", "0xa2", 11);
                        chain.transfer("t-3", "0xa2", "r-d-3", 11);
                    },
                    "PUT /vaults/A 0xa2",
                    "SELECT id FROM redemption WHERE id = 't-3' AND step = 'COMPLETED'"),
            new Chapter(
                    "shares are minted at the new address",
                    chain -> {},
                    "POST /mints/m-2 A 3",
                    "SELECT receipt.id FROM receipt, mint WHERE receipt.id = 'r-m-2' AND mint.id = 'm-2' AND step = 'COMPLETED'"),
            new Chapter(
                    "shares of both addresses are sent back",
                    chain -> chain.transfer("t-4", "0xa2", "r-m-1", 2),
                    "",
                    "SELECT id FROM redemption WHERE id = 't-4' AND step = 'COMPLETED'"));

    @TempDir
    Path folder;

    /**
     * Something that happens on the chain, something that is asked of the service, and how one sees that all of it is done.
     *
     * @param request a method, a path and a body; empty if nothing is asked
     * @param done has an answer when it is done
     */
    private record Chapter(String name, Happening onChain, String request, String done) {}

    private interface Happening {
        void on(SimulatedChain chain);
    }

    /** In which chapter to kill, at the how manyth question, and whether the chain still does what was asked. */
    private record Kill(int chapter, int question, boolean done) {}

    @Test
    @Tag("R-000-47")
    @Tag("R-000-04")
    void killed_at_random_it_ends_where_an_undisturbed_one_does() throws Exception {
        Ending undisturbed = tell("undisturbed.db", List.of());
        List<Kill> kills = kills(undisturbed.questions());

        Ending disturbed = tell("disturbed.db", kills);

        assertThat(disturbed.lives()).as("seed %d: %s", SEED, kills).isEqualTo(kills.size() + 1);
        assertThat(disturbed.tables()).as("seed %d: %s", SEED, kills).isEqualTo(undisturbed.tables());
        assertThat(disturbed.burned()).as("seed %d: %s", SEED, kills).isEqualTo(undisturbed.burned());
    }

    private Ending tell(String file, List<Kill> kills) throws Exception {
        try (var telling = new Telling(folder.resolve(file), kills)) {
            return telling.tell();
        }
    }

    /** One kill in each chapter but for some, at a question that is asked there if nothing goes wrong. */
    private static List<Kill> kills(List<Integer> questions) {
        var random = new Random(SEED);
        var kills = new ArrayList<Kill>();
        for (int chapter = 0; chapter < STORY.size(); chapter++) {
            kills.add(new Kill(chapter, 1 + random.nextInt(questions.get(chapter)), random.nextBoolean()));
        }
        for (int i = 0; i < SPARED; i++) {
            kills.remove(random.nextInt(kills.size()));
        }
        return kills;
    }

    /** What a telling of the story comes to; and how many processes it took, and questions in each chapter. */
    private record Ending(
            Map<String, List<String>> tables, Map<String, Long> burned, int lives, List<Integer> questions) {}

    /** The story, told once, with a chain and a file of its own. */
    private static final class Telling implements AutoCloseable {

        private final Door door = new Door();
        private final SimulatedChain chain = SimulatedChain.start(0, door);
        private final Path file;
        private final Tables tables;
        private final List<Kill> kills;
        private final List<Integer> questions = new ArrayList<>();
        private volatile ServiceProcess service;
        private int lives = 1;

        Telling(Path file, List<Kill> kills) throws IOException {
            this.file = file;
            this.tables = new Tables(file);
            this.kills = kills;
            this.service = Service.process(file, chain.address());
        }

        Ending tell() throws Exception {
            service.awaitReady();
            for (int i = 0; i < STORY.size(); i++) {
                tell(i);
            }
            service.close();
            return new Ending(tables.state(), chain.burned(), lives, questions);
        }

        private void liveAgain() throws Exception {
            service = Service.process(file, chain.address());
            lives++;
            service.awaitReady();
        }

        private void tell(int number) throws Exception {
            Chapter chapter = STORY.get(number);
            door.clear();
            kills.stream().filter(kill -> kill.chapter() == number).forEach(this::prepare);
            chapter.onChain().on(chain);
            String[] request = chapter.request().split(" ", 3);
            var asked = new AtomicBoolean(request.length < 3);
            Polling.until(chapter.name(), () -> {
                if (!service.isAlive()) {
                    door.forget();
                    liveAgain();
                }
                if (!asked.get()) { // what was answered once is not asked again, whatever happens then
                    asked.set(service.ask(request[0], request[1], request[2]));
                }
                return asked.get() && !tables.column(chapter.done()).isEmpty();
            });
            questions.add(door.questions().size());
        }

        private void prepare(Kill kill) {
            var asked = new AtomicInteger();
            door.when("/", question -> {
                if (asked.incrementAndGet() == kill.question()) {
                    service.close();
                    if (!kill.done()) {
                        throw new IOException("killed before " + question);
                    }
                }
            });
        }

        @Override
        public void close() {
            service.close();
            chain.close();
        }
    }
}
