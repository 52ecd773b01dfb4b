/** Fires what is due of the schedules in the store. */
@NullMarked
package dev.baton.internal.schedule;

import org.jspecify.annotations.NullMarked;
