/** What happened, for logs, metrics, tests and whoever else wants to know. */
@NullMarked
package dev.baton.observe;

import org.jspecify.annotations.NullMarked;
