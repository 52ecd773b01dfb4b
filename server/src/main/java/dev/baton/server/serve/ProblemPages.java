package dev.baton.server.serve;

import dev.baton.http.Problem;
import dev.baton.http.SecurityHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a request is refused that never came to a servlet, or that one could not answer: like all others, as a problem with a stable code. What was
 * wrong stands in the log alone, by the request's id.
 */
final class ProblemPages extends ErrorHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemPages.class);
    private static final SecureRandom RANDOM = new SecureRandom();

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        @Nullable Throwable cause = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        int status = statusOf(response.getStatus(), cause);
        String id = HexFormat.of().toHexDigits(RANDOM.nextLong());
        if (status >= HttpStatus.INTERNAL_SERVER_ERROR_500 && cause != null) {
            LOG.error("request_failed request_id={} status={}", id, status, cause);
        }
        byte[] body = problem(status).json(id).getBytes(StandardCharsets.UTF_8);
        HttpFields.Mutable headers = response.getHeaders();
        SecurityHeaders.all().forEach(headers::put);
        headers.put("X-Request-Id", id);
        headers.put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
        if (status == HttpStatus.SERVICE_UNAVAILABLE_503) {
            headers.put(HttpHeader.RETRY_AFTER, "1");
        }
        response.setStatus(status);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    private static int statusOf(int said, @Nullable Throwable failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpException known) {
                return known.getCode();
            } else if (cause instanceof TimeoutException) {
                return HttpStatus.REQUEST_TIMEOUT_408;
            }
        }
        // So containers answer methods that they do not know, where there is nothing; it is no fault of ours.
        return said == HttpStatus.NOT_IMPLEMENTED_501 ? HttpStatus.METHOD_NOT_ALLOWED_405 : said;
    }

    private static Problem problem(int status) {
        return switch (status) {
            case HttpStatus.NOT_FOUND_404 -> Problem.of(status, "NOT_FOUND", "There is nothing here.");
            case HttpStatus.METHOD_NOT_ALLOWED_405 ->
                Problem.of(status, "BAD_METHOD", "This is not asked for by such a method.");
            case HttpStatus.REQUEST_TIMEOUT_408 ->
                Problem.of(status, "SLOW_REQUEST", "The request took too long to come.");
            case HttpStatus.PAYLOAD_TOO_LARGE_413 -> Problem.of(status, "TOO_LARGE", "The request is too large.");
            case HttpStatus.URI_TOO_LONG_414, HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
                Problem.of(status, "HEAD_TOO_LARGE", "The head of the request is too large.");
            case HttpStatus.SERVICE_UNAVAILABLE_503 ->
                Problem.of(
                        status,
                        "NOT_READY",
                        "This service is stopping; nothing was done. Try again later, or elsewhere.");
            default ->
                status < HttpStatus.INTERNAL_SERVER_ERROR_500
                        ? Problem.of(status, "BAD_REQUEST", "This is no request that can be understood.")
                        : Problem.of(
                                status,
                                "INTERNAL",
                                "Something is wrong with this service. What it is stands in its log, by the request's id.");
        };
    }
}
