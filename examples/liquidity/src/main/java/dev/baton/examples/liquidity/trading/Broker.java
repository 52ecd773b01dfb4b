package dev.baton.examples.liquidity.trading;

import java.util.Map;
import java.util.Optional;

/** Who buys and sells shares for us: the executor of what was decided. Nothing is done twice under the same reference. */
public interface Broker {

    /** Has an order on its way. */
    void place(Order order) throws Exception;

    /** Is it filled? Throws if nobody has heard of it. */
    boolean isFilled(String reference) throws Exception;

    /** What it holds for us, in hundredths of a share by symbol. */
    Map<String, Long> holdings() throws Exception;

    /** Sends shares to our address on the chain. */
    void transfer(String reference, String symbol, long shares) throws Exception;

    /** What has to be done once in every process for as long as it uses the broker, such as to renew its session; none for some. */
    Optional<Runnable> maintenance();
}
