package dev.baton.store;

import java.time.Instant;

/**
 * What an operator did.
 *
 * @param act what was asked for
 * @param target of which job or switch
 * @param before how that stood
 * @param after how it stands since
 */
public record ActionView(String act, String target, OperatorCommand.By by, String before, String after, Instant at) {}
