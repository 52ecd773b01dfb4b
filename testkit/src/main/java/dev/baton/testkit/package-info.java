/** What tests of code that uses Baton stand on; Baton's own tests use nothing else. */
@NullMarked
package dev.baton.testkit;

import org.jspecify.annotations.NullMarked;
