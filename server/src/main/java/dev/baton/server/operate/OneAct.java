package dev.baton.server.operate;

import dev.baton.job.JobId;
import dev.baton.server.client.Told;
import dev.baton.store.OperatorCommand.Act;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/** What commands have in common of which each is one act. */
final class OneAct {

    private OneAct() {}

    /** Adds a command by the name of its act. */
    static void add(CommandLine program, Act act, Object does, String what) {
        String name = act.name().toLowerCase(Locale.ROOT);
        var command = new CommandLine(does);
        command.getCommandSpec().name(name).usageMessage().description(what);
        program.addSubcommand(name, command);
    }

    /** Does this to one after another; none is touched if one of the ids is none. */
    static int onEach(Place jobs, Act act, List<String> ids, Asker asker, Shown shown) {
        List<JobId> wanted = ids.stream().map(JobId::parse).toList();
        boolean refused = false;
        for (JobId job : wanted) {
            Told result = jobs.act(act, job, asker);
            refused |= !result.text("result").equals("APPLIED");
            var fields = new LinkedHashMap<String, Object>();
            fields.put("id", job.toString());
            fields.putAll(result.fields());
            shown.words(fields);
        }
        return refused ? ExitCodes.REFUSED : 0;
    }
}
