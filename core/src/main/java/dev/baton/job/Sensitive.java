package dev.baton.job;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component of a payload record that must not be seen: its value is kept out of logs, events, error messages, labels and
 * metrics, also where a handler's exception quotes it. It is stored, and handlers see it. Values of fewer than four characters
 * cannot be told from other text, and are not hidden. What a handler itself answers as a result, keeps as a checkpoint, or uses in
 * a unique key, a lane's name or an outcome's code is for it to keep clean.
 */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Sensitive {}
