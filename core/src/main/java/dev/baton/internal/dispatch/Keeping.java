package dev.baton.internal.dispatch;

import dev.baton.internal.check.Text;
import dev.baton.job.BatonException;
import dev.baton.job.Clearance;
import dev.baton.job.JobId;
import dev.baton.job.PayloadCodec;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Grounds;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.NodeId;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What attempts ask of the store while they run: to keep something for those after them, to end them in their own transaction, and
 * whether they may do what cannot be undone.
 */
public final class Keeping {

    private static final int TEXT_MAX = 256 * 1024;
    private static final int FACTS_MAX = 4 * 1024;

    private final JobStore store;
    private final PayloadCodec codec;
    private final BooleanSupplier heardOf;
    private final Looks looks;

    /** Of this store, and as long as this node was heard of there a moment ago. */
    public Keeping(JobStore store, PayloadCodec codec, BooleanSupplier heardOf) {
        this.store = store;
        this.codec = codec;
        this.heardOf = heardOf;
        this.looks = new Looks(store);
    }

    /** May an attempt of this node go ahead? Its beat is looked at when the store has answered, however long that took. */
    Clearance clearance(Claim claim, NodeId node) {
        Grounds seen;
        try {
            seen = looks.look(claim.id());
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
            return Clearance.ENDING;
        }
        boolean off = seen.off().stream().anyMatch(each -> each.concerns(claim.route(), claim.number()));
        Optional<JobView.Hold> hold = Optional.ofNullable(seen.holds().get(claim.id()));
        if (hold.filter(has -> has.fence() == claim.fence() && has.owner().equals(node))
                .isEmpty()) {
            return Clearance.LOST;
        } else if (!heardOf.getAsBoolean()) {
            return Clearance.SILENT;
        } else if (off) {
            return Clearance.OFF;
        }
        return hold.get().cancelWanted() ? Clearance.ENDING : Clearance.CLEAR;
    }

    /** Keeps this, durably; answers it as it is kept. */
    String checkpoint(Claim claim, Object value) {
        String json = encoded("a checkpoint", value);
        var checkpoint = new Checkpoint(claim.id(), claim.fence(), json);
        if (!store.checkpoint(List.of(checkpoint), store.clock().instant()).get(0)) {
            throw new BatonException(
                    "STALE_FENCE",
                    "This attempt has lost job " + claim.id() + ", so its checkpoint was not kept. It should end.");
        }
        return json;
    }

    /** Keeps this if the transaction commits. */
    void checkpoint(Claim claim, Connection transaction, Object value) {
        var checkpoint = new Checkpoint(claim.id(), claim.fence(), encoded("a checkpoint", value));
        store.checkpoint(
                new JdbcTransaction(transaction), checkpoint, store.clock().instant());
    }

    /** What is kept. */
    Optional<String> checkpoint(JobId job) {
        return store.checkpoint(job);
    }

    /** Done, if the transaction commits. */
    void finishIn(Claim claim, Connection transaction, Optional<Object> result, Optional<String> facts) {
        var done = new Ending.Done(result.map(value -> encoded("a result", value)));
        var finish = new Finish(claim.id(), claim.fence(), done, facts);
        store.finish(new JdbcTransaction(transaction), finish, store.clock().instant());
    }

    <T> T decoded(String json, Class<T> type) {
        return codec.decode(json, type);
    }

    /** As they are kept with an attempt. */
    String facts(Object values) {
        return encoded("what is told of an attempt", values, FACTS_MAX);
    }

    private String encoded(String what, Object value) {
        return encoded(what, value, TEXT_MAX);
    }

    private String encoded(String what, Object value, int most) {
        String json = codec.encode(value);
        if (json.length() > most) {
            throw new BatonException(
                    "TOO_LARGE",
                    what + " has " + json.length() + " characters as JSON and " + most
                            + " are allowed; nothing was stored.");
        }
        Text.requireStorable(what, json);
        return json;
    }
}
