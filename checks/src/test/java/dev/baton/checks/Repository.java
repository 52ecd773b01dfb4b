package dev.baton.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The files of this repository, as a contributor sees them. */
final class Repository {

    static final Path ROOT =
            Path.of(System.getProperty("baton.root", "..")).toAbsolutePath().normalize();

    private static final Set<String> NOT_ENTERED = Set.of(".git", "target");
    /** What belongs to the project, whatever else lies about in somebody's checkout. */
    private static final Pattern OURS =
            Pattern.compile("docs/.*|(examples/)?[\\w-]+/(src/.*|pom.xml)|examples/[\\w-]+/README.md"
                    + "|\\w+\\.(md|xml)|baton|mvnw|\\.(ci|mvn)/.*");

    private static final Pattern BINARY = Pattern.compile(".*\\.(png|jar|ico|class)");

    private Repository() {}

    /** Every text file, read once. */
    static List<SourceFile> files() {
        var files = new ArrayList<SourceFile>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    boolean skipped = NOT_ENTERED.contains(folder.getFileName().toString());
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String path = ROOT.relativize(file).toString();
                    if (OURS.matcher(path).matches() && !BINARY.matcher(path).matches()) {
                        files.add(new SourceFile(path, Files.readString(file)));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    static String read(String path) {
        try {
            return Files.readString(ROOT.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
