/** How things are told: safe lines of text, and listeners on a thread of their own. Any part may use it; it knows none. */
@NullMarked
package dev.baton.internal.tell;

import org.jspecify.annotations.NullMarked;
