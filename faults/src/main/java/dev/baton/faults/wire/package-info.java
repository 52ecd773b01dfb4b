/** A stretch of network between clients and a PostgreSQL server that breaks where it hurts most. */
@NullMarked
package dev.baton.faults.wire;

import org.jspecify.annotations.NullMarked;
