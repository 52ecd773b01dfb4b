package dev.baton.faults.mutants;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * The classes of a mutant, to stand before those of the product on a class path. That it does not compile, or compiles to what was
 * there before, is a fault of the patch.
 */
public final class Overlay {

    private final Path classes;

    private Overlay(Path classes) {
        this.classes = classes;
    }

    /** The mutant of this name, compiled below this folder. */
    public static Overlay of(String mutant, Path folder) throws IOException {
        return of(Mutant.named(mutant), folder);
    }

    static Overlay of(Mutant mutant, Path folder) throws IOException {
        Map<String, String> changed = mutant.patch().apply(Project::read);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path before = Files.createDirectories(folder.resolve("before"));
        for (String each : packagesOf(changed.keySet())) {
            List<JavaFileObject> sources = sourcesIn(each);
            compile(mutant, sources, before);
            compile(
                    mutant,
                    sources.stream().map(source -> changedBy(changed, source)).toList(),
                    classes);
        }
        if (sameIn(classes, before)) {
            throw new IllegalStateException(mutant + " changes nothing: it compiles to what was there before");
        }
        return new Overlay(classes);
    }

    private static Set<String> packagesOf(Set<String> paths) {
        return paths.stream()
                .map(path -> path.substring(0, path.lastIndexOf('/')))
                .collect(Collectors.toSet());
    }

    /** All of them: a constant that is changed in one class has been copied into its neighbours by the compiler. */
    private static List<JavaFileObject> sourcesIn(String folder) throws IOException {
        try (Stream<Path> files = Files.list(Project.ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .map(file -> Project.ROOT.relativize(file).toString())
                    .<JavaFileObject>map(path -> new Source(path, Project.read(path)))
                    .toList();
        }
    }

    private static JavaFileObject changedBy(Map<String, String> changed, JavaFileObject source) {
        String path = ((Source) source).path;
        return changed.containsKey(path) ? new Source(path, changed.get(path)) : source;
    }

    private static void compile(Mutant mutant, List<JavaFileObject> sources, Path classes) {
        var said = new StringWriter();
        // Without line numbers, so that two compilations differ only if they behave differently.
        List<String> options = List.of(
                "--release", "17", "-g:none", "-proc:none", "-nowarn", "-cp", Project.classPath(), "-d", "" + classes);
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(said, null, null, options, null, sources)
                .call();
        if (!compiled) {
            throw new IllegalStateException(mutant + " does not compile, which proves nothing:\n" + said);
        }
    }

    /** The text of a source file, as it is or as it was changed. */
    private static final class Source extends SimpleJavaFileObject {
        private final String path;
        private final String text;

        Source(String path, String text) {
            super(URI.create("mutant:///" + path), Kind.SOURCE);
            this.path = path;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        /** Whatever its folder is called: in a path the compiler would see a package. */
        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return path.endsWith("/" + simpleName + kind.extension);
        }
    }

    private static boolean sameIn(Path one, Path other) throws IOException {
        List<Path> compiled = classesIn(one);
        for (Path each : compiled) {
            Path counterpart = other.resolve(each);
            if (!Files.exists(counterpart)
                    || !Arrays.equals(Files.readAllBytes(one.resolve(each)), Files.readAllBytes(counterpart))) {
                return false;
            }
        }
        return compiled.equals(classesIn(other));
    }

    private static List<Path> classesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(folder::relativize)
                    .sorted()
                    .toList();
        }
    }

    /** A class path with the mutant in front of this one. */
    public String before(String classPath) {
        return classes + File.pathSeparator + classPath;
    }
}
