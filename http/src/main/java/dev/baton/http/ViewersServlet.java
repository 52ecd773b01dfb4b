package dev.baton.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Something to look at, for {@link Role#VIEWER}s. Everybody else is refused, and that is logged. */
abstract class ViewersServlet extends GetServlet {

    private static final long serialVersionUID = 1L;

    private final transient Guard guard;
    private final String what;

    /**
     * Lets in whom these let in.
     *
     * @param what it is called in the log
     */
    ViewersServlet(String what, Access access, Origins origins) {
        this.what = what;
        this.guard = new Guard(access, origins);
    }

    @Override
    protected final void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.NOBODY;
        try {
            caller = guard.identify(request, response);
            guard.require(Role.VIEWER, caller);
        } catch (Refusal refused) {
            Acts.refused(request, caller.name(), what, refused.problem());
            refused.problem().write(request, response);
            return;
        }
        SecurityHeaders.on(response);
        show(request, response);
    }

    /** Shows it to one who may see it. */
    abstract void show(HttpServletRequest request, HttpServletResponse response) throws IOException;
}
