/** Takes jobs from the store. */
@NullMarked
package dev.baton.internal.claim;

import org.jspecify.annotations.NullMarked;
