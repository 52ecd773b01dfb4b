package dev.baton.checks;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The habits that a machine can watch over. Each rule looks at one file and names what it finds. */
final class Tidy {

    private static final int FILE_LINES_MAX = 400;
    private static final int METHOD_LINES_MAX = 60;
    private static final int PARAMETERS_MAX = 6;
    private static final int TAGS_MAX = 5;
    private static final int WORDS_OF_A_SENTENCE = 4;

    private static final Pattern SQL = Pattern.compile(
            "(?is)^\\s*(select\\s.*\\sfrom|insert\\s+into|update\\s+\\w+\\s+set|delete\\s+from|create\\s+table)\\b.*");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TODO|FIXME|XXX)\\b(?!\\(#\\d+\\))");
    private static final Pattern SLEEP = Pattern.compile("(Thread|TimeUnit\\.\\w+|SECONDS|MILLISECONDS)\\.sleep\\(");
    private static final Pattern SKIP = Pattern.compile(
            "@(Disabled|EnabledIf|EnabledOn|DisabledIf|DisabledOn)|\\bassume(True|False|That)\\(|Assumptions\\.");
    private static final Pattern VAGUE = Pattern.compile("(\\w*(Manager|Utils?|Helper|Impl)|Default\\w+)");
    private static final Pattern MACHINE =
            Pattern.compile("(?<![\\w.])/(root|work|home/\\w+)/|repo\\d*\\.maven|registry\\.npm");

    private Tidy() {}

    static Map<String, Function<SourceFile, List<String>>> rules() {
        var rules = new LinkedHashMap<String, Function<SourceFile, List<String>>>();
        rules.put("a file has one reason to exist", Tidy::longFiles);
        rules.put("a method fits a screen", java(Tidy::longMethods));
        rules.put("a constructor does not take everything", java(Tidy::wideConstructors));
        rules.put("SQL lives in its own classes", java(Tidy::straySql));
        rules.put("a type's name says what it is", java(Tidy::vagueNames));
        rules.put("what is unfinished has an issue", file -> found(UNFINISHED, file, file.isJava()));
        rules.put("tests do not sleep", file -> found(SLEEP, file, file.isJava() && file.isTest()));
        rules.put("tests are not skipped", file -> found(SKIP, file, file.isJava() && file.isTest()));
        rules.put("a test's name is a sentence", java(Tidy::wordlessTests));
        rules.put("a test proves a few requirements", java(Tidy::boastfulTests));
        rules.put("nothing depends on one machine", file -> found(MACHINE, file, true));
        return rules;
    }

    private static List<String> longFiles(SourceFile file) {
        boolean tooLong = file.isJava() && file.lineCount() > FILE_LINES_MAX;
        return tooLong ? List.of(file.lineCount() + " lines; " + FILE_LINES_MAX + " are enough") : List.of();
    }

    private static List<String> longMethods(JavaSource source) {
        return source.all(MethodTree.class)
                .filter(method -> source.lines(method) > METHOD_LINES_MAX)
                .map(method -> method.getName() + " has " + source.lines(method) + " lines")
                .toList();
    }

    private static List<String> wideConstructors(JavaSource source) {
        return source.all(MethodTree.class)
                .filter(method ->
                        method.getReturnType() == null && method.getParameters().size() > PARAMETERS_MAX)
                .map(method -> "a constructor with " + method.getParameters().size() + " parameters")
                .toList();
    }

    private static List<String> straySql(JavaSource source) {
        if (source.file().name().endsWith("Sql.java") || source.file().isTest()) {
            return List.of();
        }
        return source.all(LiteralTree.class)
                .filter(literal -> literal.getValue() instanceof String text
                        && SQL.matcher(text).matches())
                .map(literal -> "SQL outside of a *Sql class: " + literal)
                .toList();
    }

    private static List<String> vagueNames(JavaSource source) {
        return source.all(ClassTree.class)
                .map(type -> type.getSimpleName().toString())
                .filter(name -> VAGUE.matcher(name).matches())
                .map(name -> name + " could be anything")
                .toList();
    }

    private static List<String> wordlessTests(JavaSource source) {
        return tests(source)
                .map(test -> test.getName().toString())
                .filter(name ->
                        !name.equals(name.toLowerCase(Locale.ROOT)) || name.split("_").length < WORDS_OF_A_SENTENCE)
                .map(name -> name + " is no sentence")
                .toList();
    }

    private static List<String> boastfulTests(JavaSource source) {
        return tests(source)
                .filter(test -> annotations(test)
                                .filter(RequirementsListener.NUMBER.asPredicate())
                                .count()
                        > TAGS_MAX)
                .map(test -> test.getName() + " claims too much")
                .toList();
    }

    private static Stream<MethodTree> tests(JavaSource source) {
        return source.all(MethodTree.class)
                .filter(method -> annotations(method)
                        .anyMatch(text -> text.matches("@(Test|ParameterizedTest|RepeatedTest)\\b.*")));
    }

    private static Stream<String> annotations(MethodTree method) {
        return method.getModifiers().getAnnotations().stream().map(Tree::toString);
    }

    private static List<String> found(Pattern pattern, SourceFile file, boolean applies) {
        var findings = new ArrayList<String>();
        // These two say what is forbidden, and so contain it.
        if (applies && !file.name().matches("Tidy(Test)?\\.java")) {
            pattern.matcher(file.text()).results().forEach(hit -> findings.add("contains " + hit.group()));
        }
        return findings;
    }

    private static Function<SourceFile, List<String>> java(Function<JavaSource, List<String>> rule) {
        return file -> file.isJava() ? rule.apply(JavaSource.parse(file)) : List.of();
    }
}
