package dev.baton.checks;

import java.nio.file.Path;

/** A file by its path from the root of the repository, and its text. */
record SourceFile(String path, String text) {

    boolean isJava() {
        return path.endsWith(".java");
    }

    boolean isTest() {
        return path.contains("src/test/");
    }

    String name() {
        return Path.of(path).getFileName().toString();
    }

    long lineCount() {
        return text.lines().count();
    }

    /** Its path alone: failures are to be read by people. */
    @Override
    public String toString() {
        return path;
    }
}
