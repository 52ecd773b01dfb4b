package dev.baton.examples.issuance;

import dev.baton.job.JacksonCodec;
import java.util.Map;
import java.util.Objects;

/** Something that the service has decided. Facts are never changed; the views are made of them. */
sealed interface Fact {

    /** A vault is looked after. */
    record VaultAdded(String symbol, String address) implements Fact {}

    /** A vault is to be found at another address. */
    record VaultMoved(String symbol, String address) implements Fact {}

    /** Somebody wants shares. */
    record MintRequested(String id, String symbol, long shares) implements Fact {}

    /** A mint has come so far. */
    record MintAdvanced(String id, Mints.Step step) implements Fact {}

    /** Somebody has sent shares back; the id is that of the transfer. */
    record RedemptionDetected(String id, String symbol, String address, String receipt, long shares) implements Fact {}

    /** A redemption has come so far. */
    record RedemptionAdvanced(String id, Redemptions.Step step) implements Fact {}

    /** All kinds, by the names under which they are stored. */
    Map<String, Class<? extends Fact>> KINDS = Map.of(
            "vault-added", VaultAdded.class,
            "vault-moved", VaultMoved.class,
            "mint-requested", MintRequested.class,
            "mint-advanced", MintAdvanced.class,
            "redemption-detected", RedemptionDetected.class,
            "redemption-advanced", RedemptionAdvanced.class);

    /** Facts are stored as Baton's payloads are. */
    JacksonCodec JSON = new JacksonCodec();

    /** The name under which it is stored. */
    default String kind() {
        return KINDS.entrySet().stream()
                .filter(kind -> kind.getValue().equals(getClass()))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    /** As it was stored. */
    static Fact of(String kind, String body) {
        return JSON.decode(body, Objects.requireNonNull(KINDS.get(kind), kind));
    }
}
