/** Puts the stages together, in the order of the flow, and keeps them going. */
@NullMarked
package dev.baton.internal.runtime;

import org.jspecify.annotations.NullMarked;
