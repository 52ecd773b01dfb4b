/** Places where tests have this process die, stop or fail. In production nothing of it is switched on, and the JIT removes it. */
@NullMarked
package dev.baton.internal.fault;

import org.jspecify.annotations.NullMarked;
