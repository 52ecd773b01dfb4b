package dev.baton.job;

/**
 * Turns payloads and results into JSON text and back. Implementations are safe for use by several threads, and never make a
 * class out of anything they read.
 */
public interface PayloadCodec {

    /** The value as JSON text. */
    String encode(Object value);

    /**
     * The value of this type, which a handler's own type or {@code Map} is.
     *
     * @throws BatonException with the code {@code UNDECODABLE} if the text is not such a value
     */
    <T> T decode(String json, Class<T> type);
}
