package dev.baton.server.serve;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** What must be said before anybody beyond this machine is let in. */
final class Edge {

    private Edge() {}

    /** All that is missing, or does not go together. */
    static List<String> faults(Settings settings) {
        var faults = new ArrayList<String>();
        boolean tls = settings.text(Setting.TLS_KEYSTORE).isPresent();
        if (!isLoopback(settings)) {
            if (settings.text(Setting.TOKEN_FILE).isEmpty()) {
                faults.add("an address beyond this machine needs a token-file; ./baton token makes one");
            }
            if (!tls && !settings.flag(Setting.BEHIND_PROXY)) {
                faults.add(
                        "an address beyond this machine needs a tls-keystore, or behind-proxy=true where a proxy has TLS");
            }
        }
        if (settings.flag(Setting.BEHIND_PROXY)
                && settings.text(Setting.TOKEN_FILE).isEmpty()) {
            faults.add("behind-proxy lets others in, and needs a token-file; ./baton token makes one");
        }
        if (tls && settings.text(Setting.TLS_PASSWORD).isEmpty()) {
            faults.add("a tls-keystore needs its tls-password");
        }
        return faults;
    }

    /** Is it this machine alone that can reach it? What is not understood is not. */
    static boolean isLoopback(Settings settings) {
        try {
            return InetAddress.getByName(settings.text(Setting.ADDRESS).orElseThrow())
                    .isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
