/** A real PostgreSQL for tests, from Maven artifacts: nothing has to be installed, and it can be killed at will. */
@NullMarked
package dev.baton.testserver;

import org.jspecify.annotations.NullMarked;
