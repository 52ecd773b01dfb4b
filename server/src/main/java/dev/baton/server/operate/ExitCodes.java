package dev.baton.server.operate;

import dev.baton.job.BatonException;
import dev.baton.server.PostgresAddress;
import dev.baton.server.client.ServiceRefusal;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/** What commands exit with, beside 0, and 2 for what is not understood. */
final class ExitCodes {

    /** Some of what was asked for was refused, is not there, or needs looking at. */
    static final int REFUSED = 1;
    /** It could not be done. */
    static final int FAILED = 3;

    private ExitCodes() {}

    /** Tells what went wrong, in the same words wherever it did. */
    static int failed(CommandSpec spec, BatonException e) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("baton: " + e.code() + ": " + e.getMessage());
        PostgresAddress.reason(e).ifPresent(reason -> err.println("baton: " + reason));
        if (e instanceof ServiceRefusal refusal) {
            err.println("baton: " + refusal.remedy());
        }
        return FAILED;
    }
}
