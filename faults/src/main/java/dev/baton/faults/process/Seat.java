package dev.baton.faults.process;

import dev.baton.faults.process.Assignment.Mode;
import dev.baton.faults.wire.WireProxy;
import java.io.IOException;
import java.time.Duration;

/**
 * A place for one process at a time, with a way of its own to the server; whoever dies there is followed by another. Can be
 * silent for a while, its process stopped or its way held up, and says so in the journal. For one thread.
 */
final class Seat implements AutoCloseable {

    private static final int JOBS = 1_000_000;
    private static final Duration AT_ONCE = Duration.ZERO;
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration TO_END = Duration.ofSeconds(20);

    private final Arena arena;
    private final Mode mode;
    private final WireProxy proxy;
    private final Database way;
    private Life life;
    private Silence silence = Silence.NONE;
    private long until;
    private boolean ending;
    private boolean hindered;

    private enum Silence {
        NONE,
        STOPPED,
        HELD_UP,
        LEFT_BEHIND
    }

    /** One from which processes come to the jobs by this proxy, and see the database under this url. */
    Seat(Arena arena, Mode mode, WireProxy proxy, String url) throws IOException {
        this.arena = arena;
        this.mode = mode;
        this.proxy = proxy;
        this.way = new PostgresDatabase(url);
        this.life = start();
    }

    private Life start() throws IOException {
        ending = false;
        hindered = false;
        return arena.live(mode, JOBS, "", way);
    }

    /** Waits until somebody there has begun; on a busy machine the first may give up too soon. */
    void awaitWord() throws IOException, InterruptedException {
        arena.awaitWord(life);
        while (!life.isAlive()) {
            look();
            arena.awaitWord(life);
        }
    }

    WireProxy proxy() {
        return proxy;
    }

    /** Can something be done to it now? */
    boolean isFree() {
        return silence == Silence.NONE && !ending && life.isAlive();
    }

    void kill() throws IOException, InterruptedException {
        life.kill();
        arena.journal().killed(life.pid());
        life = start();
    }

    /** Tells it to end in good order. Another comes when it has. */
    void end() throws IOException, InterruptedException {
        life.signal("TERM");
        ending = true;
        hindered = false;
        until = System.nanoTime() + TO_END.toNanos();
    }

    /** Something happened to the server, or to the way there: who is just ending may not have got everything written down. */
    void hinder() {
        hindered = true;
    }

    /** Makes it stand still for so long. */
    void stop(Duration time) throws IOException, InterruptedException {
        arena.stopped(life);
        life.signal("STOP");
        silence = Silence.STOPPED;
        until = System.nanoTime() + time.toNanos();
    }

    /** Lets nothing through for so long. */
    void holdUp(Duration time) throws IOException {
        arena.stopped(life);
        proxy.silence();
        silence = Silence.HELD_UP;
        until = System.nanoTime() + time.toNanos();
    }

    /** It comes to jobs on another server from now on, and no longer to those here. */
    void leadTo(int port) throws IOException {
        arena.journal().fault("led-to-another-server");
        proxy.leadTo(port);
        proxy.cutAll();
    }

    /** From here on it speaks to a server that the others have left. */
    void leaveBehind() throws IOException {
        arena.stopped(life);
        silence = Silence.LEFT_BEHIND;
        until = System.nanoTime() + LONG.toNanos();
    }

    /** Goes on with what is due; who has died by itself is followed by another. True if one came to its end in good order. */
    boolean look() throws IOException, InterruptedException {
        if (silence != Silence.NONE && System.nanoTime() - until > 0) {
            resume();
        }
        if (ending && life.isAlive() && System.nanoTime() - until > 0) {
            kill();
        } else if (life.hasEnded(AT_ONCE)) {
            resume();
            boolean inGoodOrder = ending && !hindered;
            if (!inGoodOrder) {
                // What it could not write down any more is lost with it.
                arena.journal().killed(life.pid());
            }
            life = start();
            return inGoodOrder;
        }
        return false;
    }

    /** It is heard again. */
    void resume() throws IOException, InterruptedException {
        if (silence == Silence.STOPPED) {
            life.signal("CONT");
        } else if (silence == Silence.HELD_UP) {
            proxy.restore();
        }
        if (silence != Silence.NONE) {
            arena.journal().resumed(life.pid());
        }
        silence = Silence.NONE;
    }

    /** Its process is ended, and none follows. */
    @Override
    public void close() throws IOException {
        try {
            resume();
            life.kill();
            arena.journal().killed(life.pid());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            life.close();
            proxy.close();
        }
    }
}
