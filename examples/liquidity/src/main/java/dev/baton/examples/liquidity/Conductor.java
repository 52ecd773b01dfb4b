package dev.baton.examples.liquidity;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.Imported;
import dev.baton.LegacyImport;
import dev.baton.Startup;
import dev.baton.examples.liquidity.jobs.ProcessOnchainEvent;
import dev.baton.examples.liquidity.onchain.OnchainEvent;
import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.liquidity.onchain.Orderbook;
import dev.baton.examples.liquidity.tasks.EventReceiver;
import dev.baton.examples.liquidity.tasks.UntilLive;
import dev.baton.examples.liquidity.trading.EventQueue;
import dev.baton.examples.liquidity.trading.Services;
import dev.baton.examples.liquidity.trading.SimulatedBroker;
import dev.baton.examples.liquidity.trading.Storage;
import dev.baton.job.JacksonCodec;
import dev.baton.store.JobStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bot. Its start has ten steps, and each is over before the next begins; one that fails ends the start, and the next start takes all of
 * them again. Two of them on one PostgreSQL database are two nodes of one bot. Safe for use by several threads.
 */
public final class Conductor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Conductor.class);
    private static final int EVENTS_AT_ONCE = 4;

    private final Settings settings;
    private final Consumer<StartStep> watcher;
    private final Storage storage;
    private final Orderbook orderbook;
    private final EventReceiver clears;
    private final EventReceiver takes;
    private final CompletableFuture<Services> services = new CompletableFuture<>();
    private final CompletableFuture<ProcessOnchainEvent.Context> context = new CompletableFuture<>();
    private final CompletableFuture<Baton> baton = new CompletableFuture<>();
    private final ExecutorService once = Executors.newCachedThreadPool();

    private Conductor(Settings settings, Consumer<StartStep> watcher) {
        this.settings = settings;
        this.watcher = watcher;
        this.storage = Storage.at(settings.database());
        this.orderbook = new Orderbook(settings.chain());
        this.clears = new EventReceiver(Kind.CLEAR_V3, orderbook, ProcessOnchainEvent::of);
        this.takes = new EventReceiver(Kind.TAKE_ORDER_V3, orderbook, ProcessOnchainEvent::of);
    }

    /** Starts, and returns what can be waited for. */
    public static Conductor start(Settings settings) throws Exception {
        return start(settings, step -> {}, setup -> setup);
    }

    /** The same, with somebody who is told of every step before it is taken, and more wishes. */
    static Conductor start(Settings settings, Consumer<StartStep> watcher, UnaryOperator<BatonBuilder> wishes)
            throws Exception {
        var conductor = new Conductor(settings, watcher);
        try {
            conductor.begin(wishes);
            return conductor;
        } catch (Exception e) {
            conductor.close();
            throw e;
        }
    }

    // snippet: steps
    private void begin(UnaryOperator<BatonBuilder> wishes) throws Exception {
        take(StartStep.RUN_MIGRATIONS);
        JobStore store = storage.migrated();

        BatonBuilder setup = Baton.on(store)
                .handle(
                        ProcessOnchainEvent.TYPE,
                        context,
                        (event, run, all) -> ProcessOnchainEvent.run(event, all.join()))
                .concurrency(ProcessOnchainEvent.TYPE, EVENTS_AT_ONCE)
                .startup(this::beforeAnyJobIsDone); // steps 2 to 7
        baton.complete(wishes.apply(setup).start());

        take(StartStep.BUILD_TASKS);
        SupervisedTasks tasks = SupervisedTasks.build(settings, orderbook, services.join(), once);

        take(StartStep.START_SUPERVISOR);
        tasks.start(baton());

        take(StartStep.WAIT);
    }

    private void beforeAnyJobIsDone(Startup start) throws Exception {
        take(StartStep.CONNECT_WEBSOCKET);
        try (UntilLive clearStream = clears.connect();
                UntilLive takeStream = takes.connect()) {

            take(StartStep.BACKFILL_EVENTS);
            clears.backfill(clearStream, start.baton());
            takes.backfill(takeStream, start.baton());
        }

        take(StartStep.BUILD_SERVICES);
        services.complete(Services.on(storage.database(), new SimulatedBroker(storage.database())));

        take(StartStep.BUILD_JOB_CONTEXT);
        context.complete(new ProcessOnchainEvent.Context(
                services.join().positions(), services.join().orders()));

        take(StartStep.IMPORT_EVENT_QUEUE);
        importEventQueue(start.baton());

        take(StartStep.SPAWN_ENGINE_AND_RECEIVER); // when this returns; of all nodes one receives a stream
        start.singleton(clears.name(), fence -> clears.follow(start.baton()));
        start.singleton(takes.name(), fence -> takes.follow(start.baton()));
    }
    // end of snippet

    private void take(StartStep step) {
        LOG.info("start {} of {}: {}", step.number(), StartStep.values().length, step);
        watcher.accept(step);
    }

    private void importEventQueue(Baton on) throws Exception {
        var json = new JacksonCodec();
        Imported<EventQueue.Row> imported = LegacyImport.of(
                        new EventQueue(), row -> ProcessOnchainEvent.of(json.decode(row.data(), OnchainEvent.class)))
                .run(on, storage.database().source());
        LOG.info("{} events of the old queue became jobs, {} were known", imported.added(), imported.known());
    }

    /** The engine, to look at. */
    public Baton baton() {
        return baton.join();
    }

    /** What the bot knows. */
    Services services() {
        return services.join();
    }

    /** Blocks until the bot has ended; throws if that is for a defect. */
    public void awaitEnd() throws InterruptedException {
        baton().awaitStop();
    }

    @Override
    public void close() {
        baton.completeExceptionally(new IllegalStateException("The bot has not started."));
        if (!baton.isCompletedExceptionally()) {
            baton().close();
        }
        once.shutdownNow();
        storage.close();
    }
}
