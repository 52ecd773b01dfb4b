/** This process among others: its id, its beats, and the beats of the others. */
@NullMarked
package dev.baton.internal.node;

import org.jspecify.annotations.NullMarked;
