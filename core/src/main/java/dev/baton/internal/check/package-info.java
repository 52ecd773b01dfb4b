/** What may be used as a name, and what every store can keep. Any part may ask. */
@NullMarked
package dev.baton.internal.check;

import org.jspecify.annotations.NullMarked;
