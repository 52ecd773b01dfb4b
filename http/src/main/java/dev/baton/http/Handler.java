package dev.baton.http;

/** Does what a route is for. */
@FunctionalInterface
interface Handler {

    Answer answer(Call call);
}
