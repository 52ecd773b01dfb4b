package dev.baton.outbox;

import static dev.baton.outbox.OutboxUnderTest.payment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A rail, and a process, have no more calls under way than they may. */
abstract class PaymentCapsContract {

    private final Map<String, Inside> inside = new ConcurrentHashMap<>();

    /** How many calls of a rail are under way, and were at most. */
    private record Inside(AtomicInteger now, AtomicInteger most) {
        void enter() {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
        }
    }

    abstract OutboxUnderTest it();

    private Inside inside(String rail) {
        return inside.computeIfAbsent(rail, any -> new Inside(new AtomicInteger(), new AtomicInteger()));
    }

    /** Calls over this rail stay until they are let go; others return at once. */
    private Reply stay(Dispatch dispatch, String staying) throws InterruptedException {
        Inside counted = inside(dispatch.payment().rail());
        counted.enter();
        try {
            return dispatch.payment().rail().equals(staying)
                    ? it().book.hang(dispatch)
                    : it().book.accept(dispatch);
        } finally {
            counted.now().decrementAndGet();
        }
    }

    private List<JobId> enqueue(Outbox outbox, String rail, int howMany, String staying) {
        var ids = new ArrayList<JobId>();
        for (int i = 0; i < howMany; i++) {
            it().book.next(dispatch -> stay(dispatch, staying));
            ids.add(outbox.enqueue(payment(rail, rail + i, rail + i)).id());
        }
        return ids;
    }

    private void until(PaymentState wanted, List<JobId> ids) throws InterruptedException {
        for (JobId id : ids) {
            it().passTimeUntil(wanted, id);
        }
    }

    @Test
    @Tag("R-003-50")
    void a_rail_with_a_cap_of_one_has_one_call_under_way_while_the_other_goes_on() throws Exception {
        it().also = rail -> rail.name().equals("sepa") ? rail.concurrency(1) : rail;
        Outbox outbox = it().start();

        List<JobId> capped = enqueue(outbox, "sepa", 4, "sepa");
        it().passTimeUntil(() -> inside("sepa").now().get() == 1);
        List<JobId> free = enqueue(outbox, "swift", 4, "sepa");
        until(PaymentState.DISPATCHED, free);

        assertThat(inside("sepa").now().get()).isEqualTo(1);
        it().book.letGo();
        until(PaymentState.DISPATCHED, capped);
        assertThat(inside("sepa").most().get()).isEqualTo(1);
    }

    @Test
    @Tag("R-003-50")
    @Tag("R-003-51")
    void a_process_counts_the_calls_of_all_its_rails_whatever_each_of_them_may() throws Exception {
        it().also = rail -> rail.concurrency(2);
        Outbox outbox = it().start(rails -> rails.concurrency(3));

        List<JobId> all = new ArrayList<>(enqueue(outbox, "sepa", 4, "sepa"));
        it().passTimeUntil(() -> inside("sepa").now().get() == 2);
        for (int i = 0; i < 4; i++) {
            it().book.next(it().book::hang);
            all.add(outbox.enqueue(payment("swift", "swift" + i, "swift" + i)).id());
        }
        it().passTimeUntil(() -> it().book.inside() == 3);
        it().book.letGo();
        until(PaymentState.DISPATCHED, all);

        assertThat(inside("sepa").most().get()).isEqualTo(2);
        assertThat(it().book.mostAtOnce()).isEqualTo(3);
    }
}
