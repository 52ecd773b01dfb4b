package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.Finish;
import dev.baton.store.KeyCursor;
import dev.baton.store.NodeId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;

/** A node that claims under a limit of keys again and again, and dies now and then. Answers how many it claimed. */
final class LimitKeyRace implements Callable<Integer> {

    private static final int ROUNDS = 40;

    private final Limited limited;
    private final Random random;
    private final Map<JobId, String> keys;
    private final int most;

    /**
     * One of several.
     *
     * @param keys of the jobs
     * @param most how many of a key may run
     */
    LimitKeyRace(Limited limited, long seed, Map<JobId, String> keys, int most) {
        this.limited = limited;
        this.random = new Random(seed);
        this.keys = keys;
        this.most = most;
    }

    @Override
    public Integer call() {
        StoreUnderTest it = limited.it();
        int claimed = 0;
        NodeId node = join(it);
        KeyCursor cursor = KeyCursor.START;
        for (int round = 0; round < ROUNDS; round++) {
            Claimed got = it.store.claim(
                    limited.request(node, 1 + random.nextInt(6), 1).from(cursor), it.now());
            cursor = got.kept().next();
            claimed += got.claims().size();
            for (Claim claim : got.claims()) {
                assertThat(inUse(it, claim)).isBetween(1, most);
            }
            boolean dies = random.nextInt(10) == 0;
            if (dies) {
                it.store.leave(node, it.now());
                it.store.recover(Optional.empty(), 100, it.now());
                node = join(it);
            } else {
                Asking.finish(it.store, ends(got.claims()), it.now());
            }
        }
        it.store.leave(node, it.now());
        return claimed;
    }

    /** Of its key, on all nodes, while it runs. */
    private int inUse(StoreUnderTest it, Claim claim) {
        String key = Objects.requireNonNull(keys.get(claim.id()));
        return it.store
                .limits()
                .of(limited.limits().get(0), key, it.now())
                .orElseThrow()
                .inUse();
    }

    private static List<Finish> ends(List<Claim> claims) {
        return claims.stream()
                .map(claim -> new Finish(claim.id(), claim.fence(), StoreUnderTest.done()))
                .toList();
    }

    private NodeId join(StoreUnderTest it) {
        var node = new NodeId(new UUID(random.nextLong(), random.nextLong()));
        it.store.join(node, Set.of(ROUTE), it.now());
        return node;
    }
}
