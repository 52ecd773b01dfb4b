package dev.baton.http;

import dev.baton.http.Shape.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The document that says what can be asked for, made of the table of routes, so that it cannot say anything else. */
final class OpenApi {

    static final String SCHEMAS = "#/components/schemas/";

    private OpenApi() {}

    /**
     * Where the paths of the document are.
     *
     * @param api where the API is mounted
     * @param root where its neighbours are, if there are any
     */
    record Base(String api, Optional<String> root) {}

    static Map<String, Object> document(List<Route> routes, Base base) {
        var schemas = new TreeMap<String, Object>();
        schemas.put("Problem", problem());
        var paths = new LinkedHashMap<String, Map<String, Object>>();
        for (Route route : routes) {
            paths.computeIfAbsent(route.path().text(), any -> new LinkedHashMap<>())
                    .put(route.verb().name().toLowerCase(Locale.ROOT), operation(route, schemas));
        }
        base.root.ifPresent(root -> Neighbours.addTo(paths, schemas, root));
        var document = new LinkedHashMap<String, Object>();
        document.put("openapi", "3.1.0");
        document.put(
                "info", Map.of("title", "Baton", "version", "1", "description", "Durable work: submit, look, act."));
        document.put("servers", servers(base.api));
        document.put("security", List.of(Map.of("token", List.of())));
        document.put("paths", paths);
        document.put(
                "components",
                Map.of(
                        "schemas",
                        schemas,
                        "securitySchemes",
                        Map.of("token", Map.of("type", "http", "scheme", "bearer"))));
        return document;
    }

    private static Map<String, Object> operation(Route route, Map<String, Object> schemas) {
        var operation = new LinkedHashMap<String, Object>();
        operation.put("operationId", route.told().id());
        operation.put("summary", route.told().summary());
        operation.put("x-baton-role", Access.nameInContainer(route.role()));
        operation.put("parameters", parameters(route));
        if (route.verb() == Route.Verb.POST) {
            operation.put(
                    "requestBody",
                    Map.of("required", true, "content", json(ref(route.told().body(), schemas))));
        }
        var responses = new LinkedHashMap<String, Object>();
        responses.put(
                String.valueOf(route.told().status()),
                Map.of("description", "Done.", "content", json(ref(route.told().answer(), schemas))));
        if (route.told().status() == 201) {
            responses.put(
                    "200",
                    Map.of(
                            "description",
                            "It was there before.",
                            "content",
                            json(ref(route.told().answer(), schemas))));
        }
        responses.put("default", refused());
        operation.put("responses", responses);
        return operation;
    }

    static Map<String, Object> refused() {
        return Map.of(
                "description",
                "Refused; nothing was done unless the code is OUTCOME_UNKNOWN.",
                "content",
                Map.of(Problem.MEDIA_TYPE, Map.of("schema", Map.of("$ref", SCHEMAS + "Problem"))));
    }

    /** A path by itself would be looked for at the root of the host. */
    static List<Map<String, Object>> servers(String at) {
        return List.of(Map.of("url", at.isEmpty() ? "/" : at));
    }

    private static List<Map<String, Object>> parameters(Route route) {
        var parameters = new ArrayList<Map<String, Object>>();
        route.path()
                .names()
                .forEach(name -> parameters.add(parameter("path", name, "Which one.", Map.of("type", "string"))));
        route.told()
                .query()
                .fields()
                .forEach(field -> parameters.add(parameter("query", field.name(), field.about(), plain(field.kind()))));
        if (route.told().id().equals("submit")) {
            parameters.add(parameter(
                    "header", "Idempotency-Key", "A key that means this job for ever.", Map.of("type", "string")));
        }
        if (route.verb() == Route.Verb.POST) {
            parameters.add(parameter(
                    "header",
                    Origins.CSRF,
                    "Needed with cookies, or without a token; whatever it says.",
                    Map.of("type", "string")));
        }
        return parameters;
    }

    static Map<String, Object> parameter(String in, String name, String about, Map<String, Object> schema) {
        var parameter = new LinkedHashMap<String, Object>();
        parameter.put("name", name);
        parameter.put("in", in);
        parameter.put("required", in.equals("path"));
        parameter.put("description", about);
        parameter.put("schema", schema);
        return parameter;
    }

    private static Map<String, Object> json(Map<String, Object> schema) {
        return Map.of("application/json", Map.of("schema", schema));
    }

    private static Map<String, Object> ref(Shape shape, Map<String, Object> schemas) {
        if (!schemas.containsKey(shape.name())) {
            schemas.put(shape.name(), Map.of()); // a shape may be part of itself one day
            schemas.put(shape.name(), schema(shape, schemas));
        }
        return Map.of("$ref", SCHEMAS + shape.name());
    }

    static Map<String, Object> schema(Shape shape, Map<String, Object> schemas) {
        var properties = new LinkedHashMap<String, Object>();
        shape.fields().forEach(field -> properties.put(field.name(), property(field, schemas)));
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put(
                "required",
                shape.fields().stream().filter(Field::required).map(Field::name).toList());
        schema.put("additionalProperties", false);
        return schema;
    }

    private static Map<String, Object> property(Field field, Map<String, Object> schemas) {
        var property = new LinkedHashMap<String, Object>();
        if (field.of() == null) {
            property.putAll(plain(field.kind()));
        } else if (field.kind() == Shape.Kind.OBJECTS) {
            property.put("type", "array");
            property.put("items", ref(field.of(), schemas));
        } else {
            property.putAll(ref(field.of(), schemas));
        }
        property.put("description", field.about());
        return property;
    }

    private static Map<String, Object> plain(Shape.Kind kind) {
        return switch (kind) {
            case TEXT -> Map.of("type", "string");
            case TIME -> Map.of("type", "string", "format", "date-time");
            case WHOLE -> Map.of("type", "integer");
            case TRUTH -> Map.of("type", "boolean");
            case JSON -> Map.of();
            case COUNTS -> Map.of("type", "object", "additionalProperties", Map.of("type", "integer"));
            case TEXTS -> Map.of("type", "array", "items", Map.of("type", "string"));
            case OBJECT -> Map.of("type", "object");
            case OBJECTS -> Map.of("type", "array");
        };
    }

    private static Map<String, Object> problem() {
        var properties = new LinkedHashMap<String, Object>();
        for (String name : List.of("type", "title", "code", "detail", "field", "request_id")) {
            properties.put(name, Map.of("type", "string"));
        }
        properties.put("status", Map.of("type", "integer"));
        properties.put(
                "code",
                Map.of(
                        "type",
                        "string",
                        "enum",
                        List.of(Code.values()).stream().map(Enum::name).toList()));
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", List.of("type", "title", "status", "code", "detail", "request_id"));
        return schema;
    }
}
