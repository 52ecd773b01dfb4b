package dev.baton.store;

import java.util.Optional;

/**
 * By what jobs are claimed: only who can handle this type in this version, on this queue, ever looks at them.
 *
 * @param limitKey the key whose limits it counts for; only who says such a limit looks at a job that has one
 */
public record Route(String queue, String type, int version, Optional<String> limitKey) {

    /** No name of a queue and no key has it. */
    private static final char MARK = '\u0001';

    /** Of jobs that have no key. */
    public Route(String queue, String type, int version) {
        this(queue, type, version, Optional.empty());
    }

    /** The same without a key. */
    public Route plain() {
        return limitKey.isEmpty() ? this : new Route(queue, type, version);
    }

    /** The same with this key. */
    public Route withKey(String key) {
        return new Route(queue, type, version, Optional.of(key));
    }

    /** The same in another version. */
    public Route inVersion(int other) {
        return new Route(queue, type, other, limitKey);
    }

    /** What a node says it serves if it takes jobs of this route: all keys, if it has one. */
    public Route served() {
        return limitKey.isEmpty() ? this : withKey("");
    }

    /**
     * Under what a store keeps it in the place of its queue: that, or queue and key in one, so that those of a key stand together, and
     * whoever knows nothing of keys passes them on as they are and never takes one.
     */
    public String line() {
        return limitKey.map(key -> lines(queue) + key).orElse(queue);
    }

    /** With what the lines of all keys on a queue begin. */
    public static String lines(String queue) {
        return MARK + queue + MARK;
    }

    /** What comes after the lines of all keys on a queue, and before everything else. */
    public static String linesEnd(String queue) {
        return MARK + queue + (char) (MARK + 1);
    }

    /** Without a key as it was before there were any: by it is known whether a schedule was declared as it is stored. */
    @Override
    public String toString() {
        String key = limitKey.map(each -> ", limitKey=" + each).orElse("");
        return "Route[queue=" + queue + ", type=" + type + ", version=" + version + key + "]";
    }

    /** The route that is kept like this. */
    public static Route ofLine(String line, String type, int version) {
        if (line.isEmpty() || line.charAt(0) != MARK) {
            return new Route(line, type, version);
        }
        int end = line.indexOf(MARK, 1);
        return new Route(line.substring(1, end), type, version, Optional.of(line.substring(end + 1)));
    }
}
