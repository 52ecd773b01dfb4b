package dev.baton;

import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.internal.runtime.Core;
import dev.baton.internal.tell.Redacting;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.store.JobView;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An engine as those see it who do not have its Java types, such as callers over a network: jobs by the name of their type and JSON text, data without what is
 * {@link dev.baton.job.Sensitive}, and the nodes there are. Safe for use by several threads.
 */
public final class Untyped {

    private final Core core;

    private Untyped(Core core) {
        this.core = core;
    }

    /** This engine. */
    public static Untyped of(Baton baton) {
        return new Untyped(baton.core());
    }

    /**
     * A job's data, to be looked at.
     *
     * @param json without what is sensitive; empty if it was removed, or if what is sensitive about it is not known here, as the type or
     *     this version of it is not
     * @param sha256 of what was accepted
     * @param removed whether it was removed
     */
    public record Seen(Optional<String> json, String sha256, boolean removed) {}

    /**
     * A node that is live.
     *
     * @param beat how often it has beaten
     * @param running how many jobs it has
     */
    public record Node(NodeId id, long beat, int running) {}

    /** The names of the types that can be enqueued here by name. */
    public Set<String> types() {
        Enqueuing enqueuing = core.enqueuing();
        var names = new TreeSet<>(enqueuing.types());
        names.removeIf(name -> enqueuing.type(name).isWitnessed());
        return names;
    }

    /**
     * A type by its name.
     *
     * @throws BatonException with the code {@code UNKNOWN_TYPE} if there is none here, or it is witnessed: such a job is added by its own program
     *     alone, which knows what else belongs to it
     */
    public JobType<?> type(String name) {
        JobType<?> type = core.enqueuing().type(name);
        if (type.isWitnessed()) {
            throw new BatonException(
                    "UNKNOWN_TYPE",
                    "Jobs of the type " + name
                            + " are witnessed, and added by their own program alone; nothing was stored.");
        }
        return type;
    }

    /**
     * A job of this type, to be enqueued; its data is stored exactly as this text is.
     *
     * @throws BatonException with the code {@code BAD_PAYLOAD} if no handler of the type could read it; nothing was stored
     */
    public <P> JobRequest<P> job(JobType<P> type, String json) {
        return core.enqueuing().accept(type, json);
    }

    /** A job's data. */
    public Optional<Seen> payload(JobId job) {
        return core.ask(store ->
                store.find(job, core.now()).flatMap(view -> store.payload(job).map(payload -> seen(view, payload))));
    }

    private Seen seen(JobView job, Payload payload) {
        Optional<String> json = core.enqueuing()
                .find(job.route().type())
                .filter(type -> !payload.isRedacted())
                .flatMap(type -> Redacting.json(
                        payload.json(),
                        type.payload(),
                        type.version() == job.route().version()));
        return new Seen(json, payload.sha256(), payload.isRedacted());
    }

    /** The nodes that are live. */
    public List<Node> nodes() {
        return core.ask(store -> store.liveNodes().stream()
                .map((NodeBeat each) -> new Node(
                        each.node(), each.beat(), store.heldBy(each.node()).size()))
                .toList());
    }
}
