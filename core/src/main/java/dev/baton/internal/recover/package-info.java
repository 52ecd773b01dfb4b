/** Takes back what dead nodes held. */
@NullMarked
package dev.baton.internal.recover;

import org.jspecify.annotations.NullMarked;
