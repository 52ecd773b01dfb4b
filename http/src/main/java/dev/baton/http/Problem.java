package dev.baton.http;

import dev.baton.job.BatchRefusedException;
import dev.baton.job.BatonException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Why something was not done, as {@code application/problem+json} has it: {@code type}, {@code title}, {@code status}, {@code code},
 * {@code detail}, {@code field} and {@code request_id}. It never holds SQL, the name of a class or a stack trace. Immutable.
 */
public final class Problem {

    /** What answers carry it as. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** Of how many that are wrong it is told in a sentence what. */
    static final int DETAILS_MAX = 100;

    private static final String RETRY_AFTER = "1";

    private final int status;
    private final String code;
    private final String detail;
    private final Map<String, Object> more;

    private Problem(int status, String code, String detail, Map<String, Object> more) {
        this.status = status;
        this.code = code;
        this.detail = detail;
        this.more = more;
    }

    /** With this status, this stable code, and a sentence for people that says what to do. */
    public static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, Map.of());
    }

    static Problem of(Code code, String detail) {
        return of(code.status(), code.name(), detail);
    }

    static Problem of(Code code) {
        return of(code, code.sentence());
    }

    /** What the engine refused, or could not do. What is not meant for callers is not told. */
    public static Problem of(BatonException refused) {
        Code code = Code.named(refused.code()).orElse(Code.INTERNAL);
        Problem problem = code.tells() ? of(code, String.valueOf(refused.getMessage())) : of(code);
        return refused instanceof BatchRefusedException batch ? problem.with("items", items(batch)) : problem;
    }

    private static List<Map<String, Object>> items(BatchRefusedException batch) {
        var items = new ArrayList<Map<String, Object>>();
        new TreeMap<>(batch.refused())
                .forEach((index, refused) -> items.add(of(refused).item(index, items.size() < DETAILS_MAX)));
        return items;
    }

    /** As one of many, at this place among them. */
    Map<String, Object> item(int index, boolean withDetail) {
        var item = new LinkedHashMap<String, Object>();
        item.put("index", index);
        item.put("code", code);
        Optional.ofNullable(more.get("field")).ifPresent(field -> item.put("field", field));
        if (withDetail) {
            item.put("detail", detail);
        }
        return item;
    }

    /** The same, and it is this field that is wrong. */
    public Problem field(String name) {
        return with("field", name);
    }

    /** The same, with something more that a program can act on. */
    Problem with(String name, Object value) {
        var all = new LinkedHashMap<>(more);
        all.put(name, value);
        return new Problem(status, code, detail, all);
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }

    /** What went wrong, in one stable word. */
    public String code() {
        return code;
    }

    String detail() {
        return detail;
    }

    /** As JSON, for a request that is known by this id in the log. */
    public String json(String requestId) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("type", "urn:baton:problem:" + code.toLowerCase(Locale.ROOT).replace('_', '-'));
        fields.put("title", Code.named(code).map(Code::title).orElse(code));
        fields.put("status", status);
        fields.put("code", code);
        fields.put("detail", detail);
        fields.putAll(more);
        fields.put("request_id", requestId);
        return Json.write(fields);
    }

    /** Makes it the answer to this request, if that has none yet. */
    public void write(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (response.isCommitted()) {
            return;
        }
        response.resetBuffer();
        SecurityHeaders.on(response);
        Body.discard(request, Body.BULK_MAX);
        if (Body.isUnread(request)) {
            response.setHeader("Connection", "close"); // what is left of it would be taken for the next request
        }
        if (status == 429 || status == 503) {
            response.setHeader("Retry-After", RETRY_AFTER);
        }
        String id = RequestId.of(request);
        response.setHeader(RequestId.HEADER, id);
        byte[] body = json(id).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType(MEDIA_TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    @Override
    public String toString() {
        return status + " " + code;
    }
}
