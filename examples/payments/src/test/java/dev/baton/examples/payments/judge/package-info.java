/** Whether the promises were kept, decided from the rails' book, the tables and what people wrote down, with no class of the outbox. */
@NullMarked
package dev.baton.examples.payments.judge;

import org.jspecify.annotations.NullMarked;
