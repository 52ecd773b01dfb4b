package dev.baton.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The past and what is live, put together so that nothing is missing. */
class BackfilledTest {

    private static final Duration WAIT = Duration.ofMillis(1);

    /** Something that happened in a block. */
    record Log(long block, int index) {}

    /** A chain that grows while it is looked at. Who subscribes sees what happens from then on. */
    private static final class Chain implements History<Log>, EventSource<Log> {
        final List<Log> all = new ArrayList<>();
        final List<String> asked = new ArrayList<>();
        Duration waited = Duration.ZERO;
        long head;
        int subscribers;
        private List<Log> live = new ArrayList<>();

        /** A block with so many logs; who has subscribed gets them. */
        void grow(int logs) {
            head++;
            for (int i = 0; i < logs; i++) {
                all.add(new Log(head, i));
                live.add(new Log(head, i));
            }
        }

        @Override
        public long head() {
            return head;
        }

        @Override
        public List<Log> events(long from, long to) {
            asked.add(from + "-" + to);
            return all.stream()
                    .filter(log -> log.block() >= from && log.block() <= to)
                    .toList();
        }

        @Override
        public long numberOf(Log log) {
            return log.block();
        }

        @Override
        public EventStream<Log> connect(Optional<String> position) {
            subscribers++;
            live = new ArrayList<>();
            return new EventStream<>() {
                @Override
                public Batch<Log> next(int atMost, Duration wait) {
                    waited = wait;
                    List<Log> some = List.copyOf(live.subList(0, Math.min(atMost, live.size())));
                    live.subList(0, some.size()).clear();
                    return new Batch<>(some, Optional.empty());
                }

                @Override
                public void close() {
                    subscribers--;
                }
            };
        }
    }

    private final Chain chain = new Chain();

    private void grow(int... logs) {
        for (int each : logs) {
            chain.grow(each);
        }
    }

    /** As if the first live events had come before anybody asked for the past. */
    private EventSource<Log> subscribedJustBefore(int... logs) {
        return position -> {
            EventStream<Log> stream = chain.connect(position);
            grow(logs);
            return stream;
        };
    }

    @Test
    @Tag("R-001-14")
    void without_a_live_event_all_up_to_the_head_comes_from_the_past_and_then_what_is_live() throws Exception {
        grow(1, 0, 2);
        EventStream<Log> stream = Backfilled.of(chain, chain).connect(Optional.empty());
        grow(1);

        assertThat(chain.waited).isEqualTo(Duration.ofSeconds(5));
        assertThat(stream.next(10, WAIT))
                .isEqualTo(new Batch<>(List.of(new Log(1, 0), new Log(3, 0), new Log(3, 1)), Optional.of("3")));
        assertThat(stream.next(10, WAIT)).isEqualTo(Batch.of(new Log(4, 0)));
        grow(1);
        assertThat(stream.next(10, WAIT)).isEqualTo(Batch.of(new Log(5, 0), "4"));
        assertThat(stream.next(10, WAIT)).isEqualTo(Batch.none());
    }

    @Test
    @Tag("R-001-14")
    void the_first_live_event_is_the_cutoff_and_what_came_meanwhile_is_kept() throws Exception {
        grow(1, 1);
        EventStream<Log> stream =
                Backfilled.of(subscribedJustBefore(0, 1, 1), chain).connect(Optional.empty());
        grow(1);

        List<Log> came = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            came.addAll(stream.next(10, WAIT).events());
        }

        assertThat(chain.asked).containsExactly("0-4");
        assertThat(came)
                .containsExactly(
                        new Log(1, 0), new Log(2, 0), new Log(4, 0), new Log(4, 0), new Log(5, 0), new Log(6, 0));
    }

    @Test
    void it_goes_on_after_the_position_and_asks_for_a_few_numbers_at_a_time() throws Exception {
        grow(1, 1, 1, 1, 1, 1, 1, 1);
        EventStream<Log> stream =
                Backfilled.of(chain, chain).step(3).firstEvent(WAIT).connect(Optional.of("1"));

        assertThat(stream.next(2, WAIT))
                .as("a part of a step says nothing about where to go on")
                .isEqualTo(new Batch<>(List.of(new Log(2, 0), new Log(3, 0)), Optional.empty()));
        assertThat(stream.next(2, WAIT)).isEqualTo(Batch.of(new Log(4, 0), "4"));
        assertThat(stream.next(10, WAIT).position()).contains("7");
        assertThat(stream.next(10, WAIT)).isEqualTo(Batch.of(new Log(8, 0), "8"));
        assertThat(chain.asked).containsExactly("2-4", "5-7", "8-8");
    }

    @Test
    void numbers_without_events_move_the_position_all_the_same() throws Exception {
        grow(0, 0, 0);

        assertThat(Backfilled.of(chain, chain).connect(Optional.empty()).next(10, WAIT))
                .isEqualTo(new Batch<>(List.of(), Optional.of("3")));
    }

    @Test
    void what_was_read_before_is_not_asked_for_again() throws Exception {
        grow(1, 1, 1);

        EventStream<Log> stream = Backfilled.of(chain, chain).connect(Optional.of("3"));

        assertThat(stream.next(10, WAIT)).isEqualTo(Batch.none());
        assertThat(chain.asked).isEmpty();
    }

    @Test
    void the_position_stays_behind_by_as_much_as_events_may_be_late_and_never_goes_back() throws Exception {
        grow(1, 1, 1, 1, 1);
        EventStream<Log> stream = Backfilled.of(chain, chain).late(2).connect(Optional.empty());

        assertThat(stream.next(10, WAIT).position()).as("of the past").contains("3");
        grow(1);
        assertThat(stream.next(10, WAIT).position()).isEmpty();
        grow(1);
        assertThat(stream.next(10, WAIT).position()).contains("4");
        chain.live.add(new Log(3, 7));
        assertThat(stream.next(10, WAIT)).as("late").isEqualTo(Batch.of(new Log(3, 7)));
    }

    @Test
    void if_the_past_cannot_be_asked_for_the_live_connection_is_ended() {
        History<Log> broken = new History<>() {
            @Override
            public long head() throws IOException {
                throw new IOException("no answer");
            }

            @Override
            public List<Log> events(long from, long to) {
                return List.of();
            }

            @Override
            public long numberOf(Log log) {
                return log.block();
            }
        };

        assertThatThrownBy(() -> Backfilled.of(chain, broken).connect(Optional.empty()))
                .isInstanceOf(IOException.class);
        assertThat(chain.subscribers).isZero();
    }

    /** Connections that end anywhere, and a chain that grows all the time. */
    @Test
    void however_often_it_is_cut_nothing_is_missing_once_it_goes_on_from_what_was_stored() throws Exception {
        for (long seed = 1; seed <= 300; seed++) {
            var random = new Random(seed);
            var fresh = new Chain();
            var stored = new Stored();
            for (int life = 0; life < 12; life++) {
                grow(fresh, random);
                stored.read(fresh, random, random.nextInt(6));
            }
            stored.read(fresh, random, 200);
            assertThat(stored.logs).as("seed " + seed).containsExactlyInAnyOrderElementsOf(fresh.all);
        }
    }

    /** What somebody has stored who is cut again and again. */
    private static final class Stored {
        final Set<Log> logs = new LinkedHashSet<>();
        private Optional<String> position = Optional.empty();

        void read(Chain chain, Random random, int batches) throws Exception {
            EventSource<Log> live = from -> {
                EventStream<Log> stream = chain.connect(from);
                grow(chain, random);
                return stream;
            };
            EventStream<Log> stream =
                    Backfilled.of(live, chain).step(1 + random.nextInt(4)).connect(position);
            for (int i = 0; i < batches; i++) {
                Batch<Log> batch = stream.next(1 + random.nextInt(3), WAIT);
                logs.addAll(batch.events());
                position = batch.position().isPresent() ? batch.position() : position;
                if (i < 5) {
                    grow(chain, random);
                }
            }
        }
    }

    private static void grow(Chain chain, Random random) {
        for (int i = random.nextInt(4); i > 0; i--) {
            chain.grow(random.nextInt(3));
        }
    }
}
