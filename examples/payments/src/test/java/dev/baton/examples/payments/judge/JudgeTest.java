package dev.baton.examples.payments.judge;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.baton.examples.payments.judge.Tables.Account;
import dev.baton.examples.payments.judge.Tables.Action;
import dev.baton.examples.payments.judge.Tables.Job;
import dev.baton.examples.payments.judge.Tables.State;
import dev.baton.examples.payments.judge.Tables.Transfer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The judge lets a run pass that is in order, and sees whatever is wrong with one that is not. */
class JudgeTest {

    private static final Duration HOLE = Duration.ofSeconds(1);
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path folder;

    /** A run that can be changed, and is in order as it begins. */
    private static final class Draft {
        final List<Entry> book = new ArrayList<>();
        final List<Account> accounts = new ArrayList<>();
        final List<Transfer> transfers = new ArrayList<>();
        final List<Job> jobs = new ArrayList<>();
        final List<Action> actions = new ArrayList<>();
        final Set<String> alerted = new HashSet<>();
        final List<Case.Promise> promised = new ArrayList<>();
        final List<Case.Pause> pauses = new ArrayList<>();
        int blows = 1;

        Draft() {
            accounts.add(new Account("ann", 1_000, 1_000 - 10 - 20 - 50));
            accounts.add(new Account("ben", 1_000, 1_000 - 40 - 60));
            payment("a1", "ann", 1, "sepa", 10, State.DONE);
            payment("a2", "ann", 2, "wire", 20, State.DONE);
            payment("a3", "ann", 3, "sepa", 30, State.CANCELLED);
            payment("a4", "ann", 4, "paper", 50, State.DONE);
            payment("b1", "ben", 1, "paper", 40, State.HELD);
            payment("b2", "ben", 2, "sepa", 60, State.PENDING);
            call("taken", "a1", "DROPPED", 1);
            call("known", "a1", "NONE", 2);
            call("lost", "a2", "LOST", 3);
            call("taken", "a2", "NONE", 6);
            call("refused", "a3", "REFUSED", 7);
            call("busy", "a4", "BUSY", 8);
            call("taken", "a4", "NONE", 9);
            call("taken", "b1", "FAILED", 10);
            actions.add(new Action("SKIP", "a3", "the account is closed"));
            alerted.add("b1");
        }

        private void payment(String id, String participant, long number, String rail, long minor, State state) {
            boolean givenBack = state == State.CANCELLED;
            transfers.add(new Transfer("i-" + id, participant, rail, minor, id, number, givenBack));
            jobs.add(new Job(id, participant, number, state, state == State.HELD, state == State.HELD));
            promised.add(new Case.Promise("i-" + id, id));
        }

        void call(String what, String id, String trouble, long at) {
            Transfer sent = transfer(id);
            book.add(new Entry(
                    what, sent.rail(), id, sent.account(), sent.number(), sent.minor(), trouble, at * SECOND));
        }

        Transfer transfer(String id) {
            return transfers.stream()
                    .filter(each -> each.payment().equals(id))
                    .findFirst()
                    .orElseThrow();
        }

        void stands(String id, State state, boolean doubtful) {
            jobs.replaceAll(each -> each.id().equals(id)
                    ? new Job(id, each.participant(), each.number(), state, doubtful, each.blocks())
                    : each);
        }

        void swap(int one, int other) {
            Entry first = book.get(one);
            book.set(one, book.get(other));
            book.set(other, first);
        }

        Case done() {
            return new Case(book, new Tables(accounts, transfers, jobs, actions), alerted, promised, pauses, blows);
        }
    }

    /** What is done to a run that is in order, by what has to be said of it then. */
    private static final Map<String, Consumer<Draft>> PLANTED = new LinkedHashMap<>();

    static {
        PLANTED.put("taken twice: Entry[what=taken, rail=sepa", run -> run.call("taken", "a1", "NONE", 11));
        PLANTED.put("taken twice: Entry[what=taken, rail=wire", run -> run.call("taken", "a2", "NONE", 11));
        PLANTED.put("taken twice: Entry[what=taken, rail=paper", run -> run.call("taken", "a4", "NONE", 11));
        PLANTED.put("sent again over a rail", run -> run.call("lost", "b1", "LOST", 11));
        PLANTED.put("out of turn", run -> run.swap(0, 3));
        PLANTED.put("money is missing", run -> run.accounts.set(0, new Account("ann", 1_000, 919)));
        PLANTED.put("debited, and no payment", run -> run.jobs.remove(0));
        PLANTED.put("nobody was debited for", run -> run.transfers.remove(0));
        PLANTED.put(
                "another payment than the ledger says",
                run -> run.jobs.set(1, new Job("a2", "ann", 5, State.DONE, false, false)));
        PLANTED.put("has a gap before number 3", run -> run.jobs.remove(1));
        PLANTED.put(
                "a number was given out twice", run -> run.jobs.add(new Job("a9", "ann", 2, State.DONE, false, false)));
        PLANTED.put(
                "sent, and nobody was debited",
                run -> run.book.add(new Entry("lost", "sepa", "x1", "ann", 9, 10, "LOST", 12 * SECOND)));
        PLANTED.put(
                "sent as something else",
                run -> run.book.set(1, new Entry("known", "sepa", "a1", "ann", 1, 1_000, "NONE", 2 * SECOND)));
        PLANTED.put("the sums of ann differ", run -> run.stands("a1", State.DEAD, false));
        PLANTED.put("not taken, and it stands as Job[id=a2", run -> run.book.remove(3));
        PLANTED.put("taken, and it stands as Job[id=a3", run -> run.call("taken", "a3", "NONE", 8));
        PLANTED.put("not taken, and it stands as Job[id=b2", run -> run.stands("b2", State.PENDING, true));
        PLANTED.put("taken, and it stands as Job[id=a1", run -> run.stands("a1", State.RUNNING, false));
        PLANTED.put("given back, and not given up", run -> run.stands("a3", State.DEAD, false));
        PLANTED.put("two payments of one instruction", run -> run.promised.add(new Case.Promise("i-a1", "a2")));
        PLANTED.put("told of it, and it is not there", run -> run.promised.add(new Case.Promise("i-z", "z")));
        PLANTED.put("it blocks others, and nobody was told", run -> run.alerted.clear());
        PLANTED.put("it waits, and nothing is before it", run -> run.stands("a4", State.PENDING, false));
        PLANTED.put("did not say why", run -> run.actions.add(new Action("RETRY", "b1", " ")));
    }

    static Stream<String> planted() {
        return PLANTED.keySet().stream();
    }

    @Test
    void a_run_that_is_in_order_passes() {
        Verdict verdict = Verdict.of(new Draft().done(), HOLE);

        assertThat(verdict.findings()).isEmpty();
        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.troubles()).containsEntry("DROPPED", 1).containsEntry("FAILED", 1);
    }

    @ParameterizedTest
    @MethodSource("planted")
    void whatever_is_wrong_with_a_run_is_found(String finding) {
        var run = new Draft();
        PLANTED.getOrDefault(finding, any -> {}).accept(run);

        assertThat(Verdict.of(run.done(), HOLE).findings())
                .anySatisfy(found -> assertThat(found).contains(finding));
    }

    @Test
    void a_run_in_which_nothing_went_wrong_shows_nothing() {
        var unhurt = new Draft();
        unhurt.blows = 0;
        var calm = new Draft();
        calm.book.replaceAll(each -> new Entry(
                each.what(),
                each.rail(),
                each.reference(),
                each.participant(),
                each.sequence(),
                each.minor(),
                "NONE",
                each.at()));

        assertThat(Verdict.of(unhurt.done(), HOLE).holds()).isFalse();
        assertThat(Verdict.of(calm.done(), HOLE).holds()).isFalse();
    }

    @Test
    void what_a_queryable_rail_took_twice_over_a_long_pause_is_counted_and_no_other() {
        var paused = new Draft();
        paused.call("taken", "a2", "NONE", 12);
        paused.pauses.add(new Case.Pause(5 * SECOND, 11 * SECOND));
        var shortly = new Draft();
        shortly.call("taken", "a2", "NONE", 12);
        shortly.pauses.add(new Case.Pause(6 * SECOND, 6 * SECOND + SECOND / 2));
        var idempotent = new Draft();
        idempotent.call("taken", "a1", "NONE", 12);
        idempotent.pauses.add(new Case.Pause(1, 11 * SECOND));

        Verdict counted = Verdict.of(paused.done(), HOLE);
        assertThat(counted.findings()).isEmpty();
        assertThat(counted.doubledByPause()).isEqualTo(1);
        assertThat(Verdict.of(shortly.done(), HOLE).findings()).isNotEmpty();
        assertThat(Verdict.of(idempotent.done(), HOLE).findings()).isNotEmpty();
    }

    @Test
    void what_people_have_sent_again_over_a_rail_that_cannot_be_asked_is_theirs() {
        var run = new Draft();
        run.call("lost", "b1", "LOST", 11);
        run.actions.add(new Action("RELEASE", "b1", "they say it never came"));

        assertThat(Verdict.of(run.done(), HOLE).findings()).isEmpty();
    }

    @Test
    void a_line_that_was_cut_off_is_not_read() throws Exception {
        Path book = folder.resolve("book.txt");
        Files.writeString(
                book, "\ntaken sepa 01A1-E2 ann 3 1250 EUR DROPPED sepa-1 77 ;\ntaken sepa 01a1-e3 ann 4 12\n");

        assertThat(Entry.read(book))
                .containsExactly(new Entry("taken", "sepa", "01a1e2", "ann", 3, 1_250, "DROPPED", 77));
    }

    /** Who judges may not use what is judged: a mistake that both share would be found by neither. */
    @Test
    void the_judge_knows_no_class_of_the_engine_the_outbox_or_the_example() {
        String ours = Case.class.getPackageName();
        var judging = new ClassFileImporter()
                .importPath(Path.of("target", "test-classes", ours.replace('.', '/')))
                .that(DescribedPredicate.describe(
                        "judge", type -> !type.getName().contains("JudgeTest")));

        assertThat(judging).hasSizeGreaterThan(5);
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", ours)
                .check(judging);
    }
}
