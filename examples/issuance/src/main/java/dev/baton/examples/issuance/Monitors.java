package dev.baton.examples.issuance;

import dev.baton.Baton;
import dev.baton.StreamBridge;
import dev.baton.examples.issuance.chain.Chain;
import dev.baton.examples.issuance.chain.ChainEvent;
import dev.baton.examples.issuance.chain.ChainEvent.Kind;
import dev.baton.job.JobType;
import dev.baton.stream.Backfilled;
import dev.baton.stream.EventSource;
import dev.baton.stream.History;
import dev.baton.supervise.RestartPolicy;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskRun;
import dev.baton.supervise.TaskSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The work that has no end: a vault's receipts and transfers are followed for as long as the service lives. A cut connection is a
 * monitor's own matter, and tried again after a pause; what it does not expect is its supervisor's.
 */
final class Monitors {

    /** Without monitors the service is of no use, so they are restarted for ever. */
    static final RestartPolicy FOR_EVER = RestartPolicy.defaults().unlimited().baseDelay(Duration.ofSeconds(5));

    private final Vaults vaults;
    private final Chain chain;
    private final Inventory inventory;
    private final Supplier<Baton> baton;
    private final Duration pause;

    Monitors(Vaults vaults, Chain chain, Inventory inventory, Supplier<Baton> baton, Duration pause) {
        this.vaults = vaults;
        this.chain = chain;
        this.inventory = inventory;
        this.baton = baton;
        this.pause = pause;
    }

    /** What they are called, so that they can be found again. */
    static List<String> namesOf(String symbol) {
        return List.of("receipt-monitor-" + symbol, "redemption-detector-" + symbol);
    }

    /** Both monitors of a vault. */
    List<TaskSpec> of(String symbol) {
        List<String> names = namesOf(symbol);
        return List.of(
                TaskSpec.of(names.get(0), () -> following(symbol, Kind.RECEIPT, Jobs.RECORD_RECEIPT))
                        .restart(FOR_EVER),
                TaskSpec.of(names.get(1), () -> following(symbol, Kind.TRANSFER, Jobs.DETECT_REDEMPTION))
                        .restart(FOR_EVER));
    }

    /** However a cycle ends, also when the chain just says goodbye, that is reported, and another begins after the pause. */
    Task following(String symbol, Kind kind, JobType<Jobs.Seen> type) {
        return Task.retrying(pause, run -> follow(symbol, kind, type, run));
    }

    /**
     * One cycle. The address is read anew; its events become jobs, from where the last cycle at this address ended or, at the first, from
     * where the backfill did.
     */
    private void follow(String symbol, Kind kind, JobType<Jobs.Seen> type, TaskRun run) throws Exception {
        String address = vaults.address(symbol);
        long first = inventory.backfilled(address, kind).orElse(-1) + 1;
        BiConsumer<String, Exception> unreadable =
                (text, failure) -> run.warn("An event cannot be read and is passed over: " + text, failure);
        EventSource<ChainEvent> live = chain.live(kind, address, unreadable);
        StreamBridge.of(
                        kind + "-" + address,
                        Backfilled.of(live, past(kind, address, unreadable)).from(first),
                        event -> type.job(new Jobs.Seen(symbol, event)).uniqueKey(symbol + " " + event.tx()))
                .on(baton.get())
                .run(run);
        throw new IOException("The stream of " + address + " has ended.");
    }

    private History<ChainEvent> past(Kind kind, String address, BiConsumer<String, Exception> unreadable) {
        return new History<>() {
            @Override
            public long head() throws Exception {
                return chain.head();
            }

            @Override
            public List<ChainEvent> events(long from, long to) throws Exception {
                return chain.past(kind, address, from, to, unreadable);
            }

            @Override
            public long numberOf(ChainEvent event) {
                return event.block();
            }
        };
    }
}
