package dev.baton.sqlite;

import dev.baton.store.JobStore;
import dev.baton.testkit.store.TamperContract;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class TamperedFileTest extends TamperContract {

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("app.db");
    }

    @Override
    protected JobStore open(InstantSource clock) {
        return SqliteStore.open(file(), clock);
    }

    @Override
    protected void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    protected void tamper(String sql) throws SQLException {
        for (String trigger : triggers()) {
            run("DROP TRIGGER " + trigger);
        }
        run(sql);
    }

    private List<String> triggers() throws SQLException {
        var names = new ArrayList<String>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT name FROM sqlite_schema WHERE type = 'trigger'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }
}
