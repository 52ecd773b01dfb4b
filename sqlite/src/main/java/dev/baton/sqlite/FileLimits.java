package dev.baton.sqlite;

import dev.baton.store.Limit;
import dev.baton.store.LimitBook;
import dev.baton.store.LimitView;
import dev.baton.store.OperatorCommand;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The limits in a file. */
record FileLimits(Writer writer, Verbs written, Reader read, Runnable hint) implements LimitBook {

    @Override
    public void declare(Collection<Limit> limits, Instant now) {
        writer.write(() -> written.limits.declare(limits, now));
    }

    @Override
    public boolean change(Limit to, OperatorCommand.By by, Instant now) {
        return writer.write(() -> written.commanding.changeLimit(to, by, now), hint);
    }

    @Override
    public Optional<LimitView> of(Limit limit, String key, Instant now) {
        return read.read(on -> on.limits.of(limit, key, now));
    }

    @Override
    public List<LimitView> all() {
        return read.read(on -> on.limits.all());
    }
}
