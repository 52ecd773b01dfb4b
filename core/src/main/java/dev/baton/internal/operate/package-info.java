/** Answers operators: what keeps a job from running, and what comes of a command to many jobs. Changes nothing by itself. */
@NullMarked
package dev.baton.internal.operate;

import org.jspecify.annotations.NullMarked;
