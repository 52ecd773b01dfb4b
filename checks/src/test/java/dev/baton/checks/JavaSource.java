package dev.baton.checks;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** A Java file as the compiler reads it, before it asks what anything means. */
record JavaSource(SourceFile file, CompilationUnitTree unit, SourcePositions positions) {

    private static final Map<SourceFile, JavaSource> PARSED = new ConcurrentHashMap<>();

    static JavaSource parse(SourceFile file) {
        return PARSED.computeIfAbsent(file, one -> parseNow(List.of(one)).get(0));
    }

    /** Parses these at once, for {@link #parse}: to make a compiler takes far longer than to parse a file. */
    static void parseAll(List<SourceFile> files) {
        parseNow(files).forEach(source -> PARSED.put(source.file, source));
    }

    private static List<JavaSource> parseNow(List<SourceFile> files) {
        Map<URI, SourceFile> named = files.stream().collect(Collectors.toMap(JavaSource::name, Function.identity()));
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null,
                        null,
                        diagnostic -> {},
                        null,
                        null,
                        files.stream().map(JavaSource::object).toList());
        var sources = new ArrayList<JavaSource>();
        try {
            for (CompilationUnitTree unit : task.parse()) {
                SourceFile file =
                        Objects.requireNonNull(named.get(unit.getSourceFile().toUri()));
                sources.add(new JavaSource(file, unit, Trees.instance(task).getSourcePositions()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }

    private static URI name(SourceFile file) {
        return URI.create("string:///" + file.path());
    }

    private static JavaFileObject object(SourceFile file) {
        return new SimpleJavaFileObject(name(file), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return file.text();
            }
        };
    }

    /** Every part of this kind, wherever it stands. */
    <T extends Tree> Stream<T> all(Class<T> kind) {
        var found = new ArrayList<T>();
        new TreeScanner<@Nullable Object, @Nullable Object>() {
            @Override
            public @Nullable Object scan(@Nullable Tree tree, @Nullable Object nothing) {
                if (kind.isInstance(tree)) {
                    found.add(kind.cast(tree));
                }
                return super.scan(tree, nothing);
            }
        }.scan(unit, null);
        return found.stream();
    }

    /** How many lines a part takes. */
    long lines(Tree part) {
        long first = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, part));
        long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, part));
        return last - first + 1;
    }
}
