package dev.baton.http;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet that is only ever asked for something; whatever else is tried is refused, what containers offer by themselves included. */
abstract class GetServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getMethod().equals("GET")) {
            doGet(request, response);
        } else {
            response.setHeader("Allow", "GET");
            Problem.of(Code.BAD_METHOD, "This path knows GET.").write(request, response);
        }
    }

    @Override
    protected abstract void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException;
}
