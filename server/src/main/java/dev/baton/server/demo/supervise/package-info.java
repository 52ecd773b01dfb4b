/** {@code ./baton demo supervise}: a tree of tasks that crash, hang and finish before your eyes, and checks itself. */
@NullMarked
package dev.baton.server.demo.supervise;

import org.jspecify.annotations.NullMarked;
