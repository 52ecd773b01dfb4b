package dev.baton.examples.wallets;

import dev.baton.examples.wallets.chain.Network;
import dev.baton.examples.wallets.chain.SimulatedChain;
import dev.baton.examples.wallets.chain.Transfer;
import dev.baton.examples.wallets.ledger.Ledger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What wallets must come to: reckoned from the chain alone, without a class that is tested. */
final class Expected {

    private Expected() {}

    static List<Ledger.Portfolio> of(long blocks, List<String> wallets) throws IOException {
        var chain = new SimulatedChain(blocks, SimulatedChain.Trouble.NONE);
        var all = new ArrayList<Ledger.Portfolio>();
        for (String wallet : wallets.stream().sorted().toList()) {
            long total = 0;
            long dust = 0;
            for (Network network : Network.values()) {
                if (network.isSupported()) {
                    for (Transfer each : chain.transfers(network, wallet, 1, blocks)) {
                        total += each.amount();
                        dust += Math.abs(each.amount()) < 10 ? 1 : 0;
                    }
                }
            }
            all.add(new Ledger.Portfolio(wallet, total, dust));
        }
        return all;
    }
}
