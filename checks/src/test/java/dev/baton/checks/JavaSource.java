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
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** A Java file as the compiler reads it, before it asks what anything means. */
record JavaSource(SourceFile file, CompilationUnitTree unit, SourcePositions positions) {

    private static final Map<SourceFile, JavaSource> PARSED = new ConcurrentHashMap<>();

    static JavaSource parse(SourceFile file) {
        return PARSED.computeIfAbsent(file, JavaSource::parseNow);
    }

    private static JavaSource parseNow(SourceFile file) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var text = new SimpleJavaFileObject(URI.create("string:///" + file.name()), SimpleJavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return file.text();
            }
        };
        JavacTask task = (JavacTask) compiler.getTask(null, null, diagnostic -> {}, null, null, List.of(text));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            return new JavaSource(file, unit, Trees.instance(task).getSourcePositions());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
