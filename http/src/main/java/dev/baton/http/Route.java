package dev.baton.http;

/**
 * One thing that can be asked for.
 *
 * @param role who may; nobody else
 * @param told what is told of it in the document, and what a request is held to
 */
record Route(Verb verb, PathTemplate path, Role role, Told told, Handler handler) {

    /** Whether it changes something. */
    enum Verb {
        GET,
        POST
    }

    /**
     * What is told of a route.
     *
     * @param id its name
     * @param summary in a sentence
     * @param body what is sent; nothing, for those that change nothing
     * @param status of an answer if all is well
     * @param answer what that has in it
     */
    record Told(String id, String summary, Shape query, Shape body, int bodyMax, int status, Shape answer) {}

    static Draft get(String path, Role role, String id, String summary) {
        return new Draft(
                Verb.GET, path, role, new Told(id, summary, Shape.NOTHING, Shape.NOTHING, 0, 200, Shape.NOTHING));
    }

    static Draft post(String path, Role role, String id, String summary) {
        return new Draft(
                Verb.POST,
                path,
                role,
                new Told(id, summary, Shape.NOTHING, Shapes.REASON, Body.MAX, 200, Shape.NOTHING));
    }

    /** A route that is being written down. */
    record Draft(Verb verb, String path, Role role, Told told) {

        Draft query(Shape query) {
            return with(new Told(
                    told.id(), told.summary(), query, told.body(), told.bodyMax(), told.status(), told.answer()));
        }

        Draft body(Shape body, int max) {
            return with(new Told(told.id(), told.summary(), told.query(), body, max, told.status(), told.answer()));
        }

        Draft answers(int status, Shape answer) {
            return with(new Told(told.id(), told.summary(), told.query(), told.body(), told.bodyMax(), status, answer));
        }

        private Draft with(Told other) {
            return new Draft(verb, path, role, other);
        }

        Route by(Handler handler) {
            return new Route(verb, PathTemplate.of(path), role, told, handler);
        }
    }
}
