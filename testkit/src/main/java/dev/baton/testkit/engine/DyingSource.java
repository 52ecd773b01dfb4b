package dev.baton.testkit.engine;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A source whose user dies at the so-many-th call on its connections: before it reaches the database, or after it was carried out and
 * before the answer came. From then on nothing reaches the database any more, which rolls back what was not committed.
 */
final class DyingSource implements DataSource {

    /** The process is dead. */
    static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    private final DataSource real;
    private final boolean afterwards;
    private int callsLeft;

    DyingSource(DataSource real, int calls, boolean afterwards) {
        this.real = real;
        this.callsLeft = calls;
        this.afterwards = afterwards;
    }

    /** Has it lived on? */
    boolean isAlive() {
        return callsLeft > 0;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = real.getConnection();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> call(connection, method, arguments));
    }

    private @Nullable Object call(Connection connection, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("close")) {
            close(connection);
            return null;
        }
        if (callsLeft <= 0) {
            throw new Death();
        }
        callsLeft--;
        if (callsLeft == 0 && !afterwards) {
            throw new Death();
        }
        Object answer = invoke(connection, method, arguments);
        if (callsLeft == 0) {
            throw new Death();
        }
        return answer;
    }

    private static @Nullable Object invoke(Connection connection, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void close(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
            connection.setAutoCommit(true);
        }
        connection.close();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLException("not here");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return real.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        real.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        real.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return real.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return real.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return real.isWrapperFor(type);
    }
}
