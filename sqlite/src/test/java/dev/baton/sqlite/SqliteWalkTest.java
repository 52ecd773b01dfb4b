package dev.baton.sqlite;

import static dev.baton.testkit.store.walk.Domain.BY;
import static dev.baton.testkit.store.walk.Domain.in;
import static dev.baton.testkit.store.walk.Domain.job;
import static dev.baton.testkit.store.walk.Domain.node;
import static dev.baton.testkit.store.walk.Domain.payload;

import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import dev.baton.testkit.store.walk.RandomWalkContract;
import dev.baton.testkit.store.walk.Step;
import dev.baton.testkit.store.walk.WalkedStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random walks on SQLite, and those that once failed. */
class SqliteWalkTest extends RandomWalkContract {

    private final AtomicInteger files = new AtomicInteger();

    @TempDir
    Path folder;

    @Override
    protected WalkedStore open(InstantSource clock) {
        return new WalkedFile(folder.resolve("walk-" + files.incrementAndGet() + ".db"), clock);
    }

    @Override
    protected boolean takesOneEngine() {
        return true;
    }

    /** It was called cancelled, and nobody would ever have asked whether its work was done. */
    @Test
    void the_walk_of_seed_439_goes_to_its_end() {
        var route = new Route("mail", "a", 1);
        var claim = new ClaimRequest(
                node(2), Map.of(route, Terms.of(3, 2)), List.of(), 1, true, new ClaimRequest.Share(1L, 3));

        replay(
                new Step.Insert(List.of(new NewJob(job(2), route, payload(0), new Urgency(0, in(0))))),
                new Step.Join(node(2), Set.of(route)),
                new Step.Claim(claim),
                new Step.Finish(List.of(new Step.End(job(2), 0, new Ending.Unknown(in(0), "ASK", "who knows", false)))),
                new Step.Claim(claim),
                new Step.Command(List.of(new OperatorCommand.OnJob(job(2), OperatorCommand.Act.CANCEL, BY))),
                new Step.Finish(List.of(new Step.End(job(2), 0, new Ending.Released()))));
    }
}
