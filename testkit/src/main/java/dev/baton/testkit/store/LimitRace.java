package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.Claim;
import dev.baton.store.Finish;
import dev.baton.store.NodeId;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** A node that claims under a limit as fast as it can, and now and then dies and comes again. */
final class LimitRace implements Callable<Integer> {

    private static final int ROUNDS = 60;

    private final Limited limited;
    private final StoreUnderTest it;
    private final Random random;
    private final AtomicInteger running;
    private final int most;

    /**
     * One of several.
     *
     * @param running how many jobs run on all of them, or a few less
     * @param most how many may
     */
    LimitRace(Limited limited, long seed, AtomicInteger running, int most) {
        this.limited = limited;
        this.it = limited.it();
        this.random = new Random(seed);
        this.running = running;
        this.most = most;
    }

    /** How many it claimed. */
    @Override
    public Integer call() {
        int claimed = 0;
        NodeId node = join();
        for (int round = 0; round < ROUNDS; round++) {
            List<Claim> claims = it.store
                    .claim(limited.request(node, 1 + random.nextInt(most), 1), it.now())
                    .claims();
            claimed += claims.size();
            assertThat(running.addAndGet(claims.size())).isLessThanOrEqualTo(most);
            boolean dies = random.nextInt(10) == 0;
            running.addAndGet(-claims.size());
            if (dies) {
                it.store.leave(node, it.now());
                it.store.recover(Optional.empty(), 100, it.now());
                node = join();
            } else {
                Asking.finish(it.store, ends(claims), it.now());
            }
        }
        it.store.leave(node, it.now());
        return claimed;
    }

    private List<Finish> ends(List<Claim> claims) {
        return claims.stream()
                .map(claim -> new Finish(claim.id(), claim.fence(), StoreUnderTest.done()))
                .toList();
    }

    private NodeId join() {
        var node = new NodeId(new UUID(random.nextLong(), random.nextLong()));
        it.store.join(node, Set.of(ROUTE), it.now());
        return node;
    }
}
