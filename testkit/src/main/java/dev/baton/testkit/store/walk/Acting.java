package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.store.Checkpoint;
import dev.baton.store.Cursor;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Limit;
import dev.baton.store.NewJob;
import dev.baton.store.Progress;
import dev.baton.store.Urgency;
import dev.baton.testkit.store.Asking;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Takes steps on a store, at one time and with the fences known by then. */
final class Acting {

    private static final String TAKEN = "taken";
    private static final int AGAIN = 5;

    private final Fences fences;
    private final Instant now;
    private final boolean lostClaimsDoom;

    Acting(Fences fences, Instant now, boolean lostClaimsDoom) {
        this.fences = fences;
        this.now = now;
        this.lostClaimsDoom = lostClaimsDoom;
    }

    /** What the store answers: equal for equal stores. */
    Object on(Side side, Step step) {
        return Refused.or(() -> act(side, step));
    }

    private Object act(Side side, Step step) {
        if (step instanceof Step.Advance) {
            return TAKEN;
        } else if (step instanceof Step.Reopen) {
            side.reopen();
            return TAKEN;
        } else if (step instanceof Step.InTransaction within) {
            return within(side, within);
        } else if (step instanceof Step.Command command) {
            return Asking.command(side.store(), command.commands(), now);
        } else if (step instanceof Step.Rehearse rehearse) {
            return side.store().rehearse(rehearse.commands(), now);
        } else if (step instanceof Step.Prune prune) {
            return side.store().prune(now.minus(prune.age()), prune.limit());
        } else if (step instanceof Step.Look look) {
            return side.store().list(look.filter(), look.after(), look.limit(), now);
        } else if (step instanceof Step.Count count) {
            return Set.copyOf(side.store().counts(count.cap(), now));
        }
        return ofNodes(side, step);
    }

    private Object ofNodes(Side side, Step step) {
        if (step instanceof Step.Join join) {
            side.join(join.node(), join.serves(), now);
            return TAKEN;
        } else if (step instanceof Step.Beat beat) {
            return side.beat(beat.node(), now);
        } else if (step instanceof Step.Leave leave) {
            side.leave(leave.node(), now);
            return TAKEN;
        } else if (step instanceof Step.DeclareDead dead) {
            return side.declareDead(dead.seen(), now);
        } else if (step instanceof Step.Recover recover) {
            return side.store().recover(recover.after(), recover.limit(), now);
        } else if (step instanceof Step.Claim claim) {
            List<Limit> limits = Stream.concat(claim.request().limits().stream(), claim.request().keyLimits().stream())
                    .toList();
            if (!limits.isEmpty()) {
                side.store().limits().declare(limits, now);
            }
            return side.store().claim(claim.request(), now);
        }
        return ofCursors(side, step);
    }

    private Object ofCursors(Side side, Step step) {
        if (step instanceof Step.TakeCursor take) {
            return side.store().takeCursor(take.name(), take.node(), now);
        } else if (step instanceof Step.MoveCursor move) {
            Cursor held = fences.cursor(move.name(), move.back(), move.from());
            return side.store().advance(held, move.to(), jobs(move.jobs()), now);
        } else if (step instanceof Step.LeaveCursor leave) {
            side.store().leaveCursor(fences.cursor(leave.name(), leave.back(), Optional.empty()));
            return TAKEN;
        }
        return ofJobs(side, step);
    }

    private Object ofJobs(Side side, Step step) {
        if (step instanceof Step.Insert insert) {
            return side.store().insert(jobs(insert.jobs()), now);
        } else if (step instanceof Step.Finish finish) {
            return Asking.finish(
                    side.store(), finish.ends().stream().map(this::finish).toList(), now);
        } else if (step instanceof Step.Keep keep) {
            return side.store()
                    .checkpoint(keep.kept().stream().map(this::checkpoint).toList(), now);
        } else if (step instanceof Step.Mark mark) {
            side.store().progress(mark.marks().stream().map(this::progress).toList(), now);
            return TAKEN;
        }
        throw new IllegalStateException("no way to take " + step);
    }

    /** As an application does it: if it is told that it had to give way to another, it begins again. */
    private List<Object> within(Side side, Step.InTransaction step) {
        List<Object> answers = withinOnce(side, step);
        for (int again = 0; again < AGAIN && answers.stream().anyMatch(Acting::gaveWay); again++) {
            answers = withinOnce(side, step);
        }
        return answers;
    }

    private static boolean gaveWay(Object answer) {
        return answer instanceof Refused refused && refused.hadToGiveWay();
    }

    private List<Object> withinOnce(Side side, Step.InTransaction step) {
        var answers = new ArrayList<Object>();
        try (CallerTransaction transaction = side.begin()) {
            for (Step part : step.parts()) {
                Object answer = Refused.or(() -> part(side, transaction, part));
                answers.add(answer);
                if (gaveWay(answer)) {
                    return answers;
                }
                if (lostClaimsDoom && answer instanceof Refused refused && refused.isLostClaim()) {
                    comeToNothing(side, transaction, step.commit());
                    return answers;
                }
            }
            if (step.commit()) {
                transaction.commit();
            }
        }
        return answers;
    }

    /** Where it is doomed, to commit it must be in vain; where it only plays so, it is rolled back. */
    private static void comeToNothing(Side side, CallerTransaction transaction, boolean commit) {
        if (side.lostClaimsDoomTransactions() && !transaction.isDoomed()) {
            throw new AssertionError("a claim was lost, and its transaction can be committed all the same");
        }
        if (side.lostClaimsDoomTransactions() && commit) {
            try {
                transaction.commit();
            } catch (RuntimeException | AssertionError told) {
                // as it should be
            }
        }
    }

    private Object part(Side side, CallerTransaction transaction, Step part) {
        if (part instanceof Step.Insert insert) {
            return side.store().insert(transaction.handle(), jobs(insert.jobs()), now);
        } else if (part instanceof Step.Finish finish) {
            finish.ends().forEach(end -> side.store().finish(transaction.handle(), finish(end), now));
            return TAKEN;
        } else if (part instanceof Step.Keep keep) {
            keep.kept().forEach(kept -> side.store().checkpoint(transaction.handle(), checkpoint(kept), now));
            return TAKEN;
        }
        throw new IllegalStateException("not within a transaction: " + part);
    }

    private List<NewJob> jobs(List<NewJob> wanted) {
        return wanted.stream()
                .map(job -> new NewJob(
                        job.id(),
                        job.route(),
                        job.payload(),
                        new Urgency(job.urgency().priority(), at(job.urgency().dueAt())),
                        job.ties(),
                        job.care()))
                .toList();
    }

    private Finish finish(Step.End end) {
        return new Finish(end.job(), fences.of(end.job(), end.back()), ending(end.ending()), facts(end.job()));
    }

    /** Every second job has its attempts tell something. */
    private static Optional<String> facts(JobId job) {
        boolean tells = job.value().getLeastSignificantBits() % 2 == 0;
        return tells ? Optional.of("{\"of\":\"" + job + "\"}") : Optional.empty();
    }

    private Ending ending(Ending ending) {
        if (ending instanceof Ending.Retry retry) {
            return new Ending.Retry(at(retry.dueAt()), retry.code(), retry.message());
        } else if (ending instanceof Ending.Snooze snooze) {
            return new Ending.Snooze(at(snooze.until()));
        } else if (ending instanceof Ending.Unknown unknown) {
            return new Ending.Unknown(at(unknown.dueAt()), unknown.code(), unknown.message(), unknown.charged());
        } else if (ending instanceof Ending.Unstarted unstarted) {
            return new Ending.Unstarted(at(unstarted.dueAt()));
        }
        return ending;
    }

    private Checkpoint checkpoint(Step.Kept kept) {
        return new Checkpoint(kept.job(), fences.of(kept.job(), kept.back()), kept.json());
    }

    private Progress progress(Step.Marked marked) {
        return new Progress(marked.job(), fences.of(marked.job(), marked.back()), marked.mark());
    }

    private Instant at(Instant fromEpoch) {
        return WalkClock.shifted(fromEpoch, now);
    }
}
