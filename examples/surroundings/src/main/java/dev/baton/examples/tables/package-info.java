/** An application's own tables, beside Baton's: the little JDBC that all examples need. */
@NullMarked
package dev.baton.examples.tables;

import org.jspecify.annotations.NullMarked;
