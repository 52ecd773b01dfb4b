/**
 * Random walks: the same commands on the reference store and on another, whose answers and contents must stay equal. To put a
 * store of your own through it, extend {@link dev.baton.testkit.store.walk.RandomWalkContract}.
 */
@NullMarked
package dev.baton.testkit.store.walk;

import org.jspecify.annotations.NullMarked;
