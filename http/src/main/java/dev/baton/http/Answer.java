package dev.baton.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a request is answered with when it was done: JSON. Immutable. */
record Answer(int status, Map<String, ?> fields, Map<String, String> headers) {

    static Answer ok(Map<String, ?> fields) {
        return new Answer(200, fields, Map.of());
    }

    static Answer of(int status, Map<String, ?> fields) {
        return new Answer(status, fields, Map.of());
    }

    Answer header(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Answer(status, fields, more);
    }

    void write(HttpServletResponse response) throws IOException {
        byte[] body = Json.write(fields).getBytes(StandardCharsets.UTF_8);
        headers.forEach(response::setHeader);
        response.setStatus(status);
        response.setContentType("application/json");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
