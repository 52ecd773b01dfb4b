package dev.baton.examples.payments.rail;

/**
 * What a rail is sent.
 *
 * @param reference the sender's, the same however often it is sent
 * @param minor the amount in minor units
 */
public record Order(
        String reference, String participant, long sequence, long minor, String currency, String destination) {}
