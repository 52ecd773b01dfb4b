/**
 * Rails that are reached over HTTP, with the client of the JDK.
 *
 * <p>Start at {@link dev.baton.outbox.http.HttpRail}.
 */
@NullMarked
package dev.baton.outbox.http;

import org.jspecify.annotations.NullMarked;
