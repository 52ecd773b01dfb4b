package dev.baton.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The fences between the parts of core. Each one has a planted offence in {@code planted.baton}, which it must report. */
final class Rules {

    private static final String OURS = "..baton..";
    /** What any part may use: it knows none of them. */
    private static final String[] SHARED = {
        "..baton.internal.tell..", "..baton.internal.check..", "..baton.internal.fault.."
    };

    private Rules() {}

    static Map<String, ArchRule> all() {
        var rules = new TreeMap<String, ArchRule>();
        addDependencies(rules);
        addBannedCalls(rules);
        rules.replaceAll((name, rule) -> rule.as(name).allowEmptyShould(true));
        return rules;
    }

    private static void addDependencies(Map<String, ArchRule> rules) {
        rules.put("supervise stands alone", standsAlone("..baton.supervise.."));
        rules.put("job stands alone", standsAlone("..baton.job.."));
        rules.put(
                "store knows job alone",
                classes()
                        .that()
                        .resideInAPackage("..baton.store..")
                        .should()
                        .onlyDependOnClassesThat(notOurs()
                                .or(resideInAnyPackage("..baton.store..", "..baton.job.."))
                                .or(resideInAnyPackage(SHARED))));
        rules.put(
                "stages do not know each other",
                slices().matching("..baton.internal.(*)..")
                        .should()
                        .notDependOnEachOther()
                        .ignoreDependency(resideInAPackage("..baton.internal.runtime.."), alwaysTrue())
                        .ignoreDependency(alwaysTrue(), resideInAPackage("..baton.internal.jdbc.."))
                        .ignoreDependency(alwaysTrue(), resideInAnyPackage(SHARED)));
        rules.put(
                "the public face does not mention internals",
                methods()
                        .that()
                        .areDeclaredInClassesThat()
                        .resideOutsideOfPackage("..internal..")
                        .and()
                        .arePublic()
                        .should(notMention("..internal..")));
    }

    private static void addBannedCalls(Map<String, ArchRule> rules) {
        rules.put(
                "time passes in named classes only",
                onlyIn(
                        Set.of("SystemTimeline", "FaultPlan"),
                        "(java.lang.System\\.(nanoTime|currentTimeMillis)"
                                + "|java.time.(Instant|LocalDate|LocalDateTime|ZonedDateTime|OffsetDateTime)\\.now"
                                + "|java.time.Clock\\.system.*|java.lang.Thread\\.sleep|java.util.concurrent.TimeUnit\\.sleep).*"));
        rules.put(
                "threads begin in named classes only",
                onlyIn(
                        Set.of("SystemTimeline", "ThreadLauncher", "Teller", "HandlerThreads", "ProcessEnd"),
                        "(java.lang.Thread\\.(<init>|startVirtualThread|ofVirtual|ofPlatform)"
                                + "|java.util.concurrent.Executors\\..*|java.util.concurrent.ForkJoinPool\\..*"
                                + "|java.util.concurrent.\\w*ThreadPoolExecutor\\.<init>"
                                + "|java.util.concurrent.CompletableFuture\\.\\w*Async|java.util.Timer\\.<init>).*"));
        rules.put(
                "nothing stored becomes a class",
                onlyIn(
                        Set.of(),
                        "(java.lang.Class\\.forName|java.lang.ClassLoader\\.loadClass|java.io.ObjectInputStream\\..*).*"));
        rules.put(
                "nobody prints",
                noClasses()
                        .should()
                        .accessField(System.class, "out")
                        .orShould()
                        .accessField(System.class, "err")
                        .orShould()
                        .callCodeUnitWhere(target("java.lang.Throwable\\.printStackTrace.*")));
    }

    /** These calls may be made by the classes of these names, and by nobody else. */
    private static ArchRule onlyIn(Set<String> classes, String calls) {
        return noClasses()
                .that(DescribedPredicate.describe(
                        "are not " + classes, type -> !classes.contains(type.getSimpleName())))
                .should()
                .callCodeUnitWhere(target(calls));
    }

    private static ArchRule standsAlone(String part) {
        return classes()
                .that()
                .resideInAPackage(part)
                .should()
                .onlyDependOnClassesThat(notOurs().or(resideInAnyPackage(part)).or(resideInAnyPackage(SHARED)));
    }

    private static DescribedPredicate<JavaClass> notOurs() {
        return DescribedPredicate.not(resideInAPackage(OURS));
    }

    private static DescribedPredicate<JavaCall<?>> target(String fullName) {
        DescribedPredicate<CodeUnitCallTarget> matches = DescribedPredicate.describe(
                "a banned call", callee -> callee.getFullName().matches(fullName));
        return JavaCall.Predicates.target(matches);
    }

    private static ArchCondition<JavaMethod> notMention(String packages) {
        DescribedPredicate<JavaClass> banned = resideInAPackage(packages);
        return new ArchCondition<>("not mention " + packages) {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                mentioned(method)
                        .filter(banned)
                        .forEach(type -> events.add(SimpleConditionEvent.violated(
                                method, method.getFullName() + " mentions " + type.getName())));
            }
        };
    }

    private static Stream<JavaClass> mentioned(JavaCodeUnit method) {
        Set<JavaClass> inReturn = method.getReturnType().getAllInvolvedRawTypes();
        Stream<JavaClass> inParameters =
                method.getParameterTypes().stream().flatMap(type -> type.getAllInvolvedRawTypes().stream());
        return Stream.concat(inReturn.stream(), inParameters);
    }
}
