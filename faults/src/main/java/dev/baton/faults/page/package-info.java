/** The page for readers on what was proven, made of what the tests themselves reported. */
@NullMarked
package dev.baton.faults.page;

import org.jspecify.annotations.NullMarked;
