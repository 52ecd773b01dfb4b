/** Tasks of which one node at a time runs each. */
@NullMarked
package dev.baton.internal.singleton;

import org.jspecify.annotations.NullMarked;
