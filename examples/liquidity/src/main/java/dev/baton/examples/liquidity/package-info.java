/**
 * A small bot to learn Baton from: it turns two streams of a chain into jobs, hedges what was traded at a broker, and starts in ten steps.
 * Begin with {@code Conductor}.
 */
@NullMarked
package dev.baton.examples.liquidity;

import org.jspecify.annotations.NullMarked;
