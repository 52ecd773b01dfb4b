package dev.baton.server.serve;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The settings of the service, as data: what can be said in a file, in the environment or on the command line, in {@code --help} and in
 * docs/settings.md is made of, or compared with, this table.
 */
enum Setting {
    FILE(Group.STORE, "file", Shape.path(), "baton.db", "The SQLite file. It is made, readable by its owner alone."),
    URL(
            Group.STORE,
            "url",
            Shape.secret(),
            "",
            "A PostgreSQL database instead, such as jdbc:postgresql://host/database?sslmode=verify-full."),
    USER(Group.STORE, "user", Shape.text(), "", "The role there. Otherwise what the URL says."),
    PASSWORD(
            Group.STORE,
            "password",
            Shape.secret(),
            "",
            "Its password. In a file, or the environment, as everybody on a machine can read a command line."),
    SCHEMA(
            Group.STORE,
            "schema",
            Shape.text(),
            "",
            "Where our tables are. Otherwise where that role makes its tables."),
    MIGRATE(
            Group.STORE,
            "migrate",
            Shape.flag(),
            "true",
            "Bring our tables up to date at the start. With false, what is missing is refused."),
    CONNECTIONS(
            Group.STORE,
            "connections",
            Shape.number(2, 1_000),
            "10",
            "How many connections to PostgreSQL there may be."),

    ADDRESS(
            Group.EDGE,
            "address",
            Shape.text(),
            "127.0.0.1",
            "Where to listen. Beyond this machine only with tokens, and TLS or a proxy that has it."),
    PORT(Group.EDGE, "port", Shape.number(0, 65_535), "7070", "The port; with 0 any that is free."),
    TOKEN_FILE(
            Group.EDGE,
            "token-file",
            Shape.path(),
            "",
            "Who may do what, by token; ./baton token writes it. Without it everybody on this machine may do everything."),
    TLS_KEYSTORE(Group.EDGE, "tls-keystore", Shape.path(), "", "A PKCS #12 file with the certificate and its key."),
    TLS_PASSWORD(Group.EDGE, "tls-password", Shape.secret(), "", "The password of that file."),
    BEHIND_PROXY(
            Group.EDGE,
            "behind-proxy",
            Shape.flag(),
            "false",
            "A proxy before it has TLS, and is the only one who can reach it."),
    HOSTS(
            Group.EDGE,
            "hosts",
            Shape.list(),
            "",
            "Names by which it is asked for, beside those of this machine; all others are refused."),
    MAX_CONNECTIONS(
            Group.EDGE,
            "max-connections",
            Shape.number(8, 100_000),
            "512",
            "How many connections may be open; more wait until one is closed."),
    MAX_STREAMS(
            Group.EDGE,
            "max-streams",
            Shape.number(0, 10_000),
            "200",
            "How many may listen to live events at once; one more is refused."),
    IDLE(
            Group.EDGE,
            "idle",
            Shape.duration("PT1S", "PT1H"),
            "PT30S",
            "How long a connection may be silent, in the middle of a request or between two."),

    WORKERS(Group.WORK, "workers", Shape.number(1, 10_000), "10", "How many jobs may run at once in this process."),
    QUEUES(Group.WORK, "queues", Shape.list(), "", "Queues to take jobs from, beside default."),
    TYPES(
            Group.WORK,
            "types",
            Shape.list(),
            "",
            "Types of jobs that are added here and handled by other programs on the same store."),
    NODE(Group.WORK, "node", Shape.text(), "", "What this node is called, at every start. Otherwise it has no name."),
    POLL(
            Group.WORK,
            "poll",
            Shape.duration("PT0.01S", "PT1H"),
            "PT0.5S",
            "How often to look for work when nobody has said that there is some."),
    LEASE(
            Group.WORK,
            "lease",
            Shape.duration("PT1S", "PT1H"),
            "PT15S",
            "How long a node may be silent before others take its jobs. It says that it lives five times as often."),
    GRACE(
            Group.WORK,
            "grace",
            Shape.duration("PT0S", "PT1H"),
            "PT10S",
            "How long handlers may go on at a stop before they are interrupted."),
    BACKLOG(
            Group.WORK,
            "backlog",
            Shape.number(0, 1_000_000_000),
            "0",
            "How many jobs may be pending on a queue; one more is refused with BACKLOG_FULL. With 0 any number."),
    RETENTION(
            Group.WORK,
            "retention",
            Shape.duration("PT1H", "P36500D"),
            "P30D",
            "How long jobs are kept once they are done or cancelled."),

    HTTP_HOSTS(
            Group.HTTP,
            "http-hosts",
            Shape.list(),
            "",
            "Hosts that jobs of the type http may call, over https and at public addresses. Without any there is no such type."),
    HTTP_INSIDE(
            Group.HTTP,
            "http-inside",
            Shape.list(),
            "",
            "Hosts that they may call also in the open, and at any address, such as localhost."),
    HTTP_TIMEOUT(
            Group.HTTP,
            "http-timeout",
            Shape.duration("PT0.1S", "PT59M"),
            "PT20S",
            "How long such a call may take in all.");

    /** What belongs together. */
    enum Group {
        STORE("The store"),
        EDGE("The edge"),
        WORK("Work"),
        HTTP("Jobs of the type http");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    private final Group group;
    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // what checks a value keeps nothing
    private final Shape shape;

    private final String usual;
    private final String about;

    Setting(Group group, String key, Shape shape, String usual, String about) {
        this.group = group;
        this.key = key;
        this.shape = shape;
        this.usual = usual;
        this.about = about;
    }

    Group group() {
        return group;
    }

    /** In a file. */
    String key() {
        return key;
    }

    /** In the environment. */
    String variable() {
        return "BATON_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** On the command line; what is secret is not said there, but for an address, which may have no secret in it. */
    Optional<String> flag() {
        return this == PASSWORD || this == TLS_PASSWORD ? Optional.empty() : Optional.of("--" + key);
    }

    Shape shape() {
        return shape;
    }

    /** Its value if nobody says anything; empty for none. */
    String usual() {
        return usual;
    }

    /** What it is, in a sentence. */
    String about() {
        return about;
    }

    static Optional<Setting> byKey(String key) {
        return Arrays.stream(values()).filter(each -> each.key.equals(key)).findFirst();
    }

    static Optional<Setting> byVariable(String variable) {
        return Arrays.stream(values())
                .filter(each -> each.variable().equals(variable))
                .findFirst();
    }

    static List<Setting> of(Group group) {
        return Arrays.stream(values()).filter(each -> each.group == group).toList();
    }
}
