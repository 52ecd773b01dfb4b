/** How jobs look as JSON, over HTTP and at a terminal. */
@NullMarked
package dev.baton.internal.show;

import org.jspecify.annotations.NullMarked;
