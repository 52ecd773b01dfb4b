package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.http.Access;
import dev.baton.http.BatonServlet;
import dev.baton.http.Origins;
import dev.baton.http.Role;
import dev.baton.server.Printed;
import dev.baton.store.memory.MemoryStore;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against an application of somebody's own, that keeps tasks alive and has the API mounted below a path. */
class TasksCommandTest {

    private static final CountDownLatch RUNS = new CountDownLatch(2);
    private static final Server SERVER = new Server();
    private static Baton baton;
    private static String url;

    @BeforeAll
    static void open() throws Exception {
        baton = Baton.on(new MemoryStore(InstantSource.system()))
                .supervise("watch-prices", () -> Task.every(Duration.ofHours(1), RUNS::countDown))
                .start();
        var connector = new ServerConnector(SERVER);
        connector.setHost("127.0.0.1");
        SERVER.addConnector(connector);
        var context = new ServletContextHandler("/shop");
        context.addServlet(
                new ServletHolder(BatonServlet.on(baton)
                        .access(Access.everybody(Role.values()))
                        .origins(Origins.loopback())
                        .build()),
                "/api/v1/*");
        SERVER.setHandler(context);
        SERVER.start();
        url = "http://localhost:" + connector.getLocalPort() + "/shop";
    }

    @AfterAll
    static void close() throws Exception {
        SERVER.stop();
        baton.close();
    }

    private static Printed tasks(String... args) {
        return Printed.of(Stream.concat(Stream.of("tasks", "--server", url), Stream.of(args))
                .toList());
    }

    @Test
    void a_task_is_listed_restarted_and_stopped_for_good() throws Exception {
        Printed listed = tasks();
        Printed restarted = tasks("--restart", "watch-prices", "--reason", "stuck");
        RUNS.await();
        Printed killed = tasks("--kill", "watch-prices", "--json");
        while (baton.tasks().status("watch-prices").orElseThrow().state() != TaskState.DEAD) {
            Thread.onSpinWait();
        }

        assertThat(listed.err()).isEmpty();
        assertThat(listed.out())
                .startsWith("task          state    runs  restarts  abandoned  failure")
                .contains("watch-prices  healthy");
        assertThat(restarted.out().strip()).isEqualTo("watch-prices APPLIED");
        assertThat(killed.out().strip()).isEqualTo("{\"task\":\"watch-prices\",\"result\":\"APPLIED\"}");
        assertThat(tasks("--json").out()).contains("{\"name\":\"watch-prices\",\"state\":\"DEAD\",\"runs\":2");
        assertThat(tasks("--kill", "watch-prices"))
                .isEqualTo(new Printed(1, "watch-prices NOTHING_TO_DO" + System.lineSeparator(), ""));
        assertThat(Printed.of(List.of("doctor", "--server", url)).out()).contains("LOOK  tasks: 1 dead tasks");
    }

    @Test
    void a_task_that_is_not_there_and_a_place_without_tasks_are_said_so() {
        Printed unknown = tasks("--restart", "nobody");
        Printed file = Printed.of(List.of("tasks", "--file", "app.db"));

        assertThat(unknown.code()).isEqualTo(3);
        assertThat(unknown.err()).startsWith("baton: NOT_FOUND: There is no such task in this process");
        assertThat(file.code()).isEqualTo(2);
        assertThat(file.err())
                .contains("in the memory of a process, and in no database")
                .contains("--server");
        assertThat(tasks("--restart", "a", "--kill", "b").code()).isEqualTo(2);
        assertThat(Printed.of(List.of("tasks")).err()).contains("Name a server");
    }

    @Test
    void below_a_wrong_path_no_job_is_said_to_be_missing() {
        String wrong = url.replace("/shop", "/elsewhere");
        String id = "0193a1b2-0000-7000-8000-000000000001";

        for (String command : List.of("show", "why", "cancel")) {
            Printed asked = Printed.of(List.of(command, "--server", wrong, id));
            assertThat(asked.code()).as(command).isEqualTo(3);
            assertThat(asked.err()).startsWith("baton: NOT_A_BATON: ");
        }
        assertThat(Printed.of(List.of("show", "--server", url, id)).code()).isEqualTo(1);
    }
}
