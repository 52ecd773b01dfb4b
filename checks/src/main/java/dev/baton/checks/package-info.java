/** What the tests of every module share. Not part of the product. */
@NullMarked
package dev.baton.checks;

import org.jspecify.annotations.NullMarked;
