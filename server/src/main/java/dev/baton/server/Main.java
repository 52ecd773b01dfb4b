package dev.baton.server;

/** The program behind {@code ./baton}. */
public final class Main {

    private Main() {}

    /** Runs a command. */
    public static void main(String[] args) {}
}
