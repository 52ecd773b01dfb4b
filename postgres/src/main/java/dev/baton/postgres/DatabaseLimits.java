package dev.baton.postgres;

import dev.baton.store.Limit;
import dev.baton.store.LimitBook;
import dev.baton.store.LimitView;
import dev.baton.store.OperatorCommand;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The limits in a database. What is changed others hear of, as there may be room. */
record DatabaseLimits(Transactions transactions, Wakeups wakeups) implements LimitBook {

    @Override
    public void declare(Collection<Limit> limits, Instant now) {
        transactions.write(on -> new Limits(on).declare(limits, now));
    }

    @Override
    public boolean change(Limit to, OperatorCommand.By by, Instant now) {
        boolean changed = transactions.write(on -> new Verbs(on, new Beginnings()).commanding.changeLimit(to, by, now));
        wakeups.workHere();
        wakeups.others();
        return changed;
    }

    @Override
    public Optional<LimitView> of(Limit limit, String key, Instant now) {
        return transactions.read(on -> new Limits(on).of(limit, key, now));
    }

    @Override
    public List<LimitView> all() {
        return transactions.read(on -> new Limits(on).all());
    }
}
