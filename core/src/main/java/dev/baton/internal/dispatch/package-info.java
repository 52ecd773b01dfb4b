/** Runs handlers. */
@NullMarked
package dev.baton.internal.dispatch;

import org.jspecify.annotations.NullMarked;
