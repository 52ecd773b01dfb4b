package dev.baton.server;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What a command printed, and how it ended. */
public record Printed(int code, String out, String err) {

    /** Of this command. */
    public static Printed of(List<String> command) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(command.toArray(String[]::new));
        return new Printed(code, out.toString(), err.toString());
    }
}
