/**
 * What the engine must do on every store, as tests: extend {@link dev.baton.testkit.engine.EngineContract}. Time is moved by
 * hand; handlers run on real threads.
 */
@NullMarked
package dev.baton.testkit.engine;

import org.jspecify.annotations.NullMarked;
