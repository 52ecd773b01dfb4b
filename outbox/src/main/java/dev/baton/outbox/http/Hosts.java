package dev.baton.outbox.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;

/**
 * Where requests may go: to hosts that were named, over TLS, at public addresses; to some of them also in the open, and inside.
 *
 * @param named all of them, in small letters
 * @param inside those that may be spoken to in the open, and may have an address that is not public
 * @param directory who knows their addresses
 */
record Hosts(Set<String> named, Set<String> inside, Directory directory) {

    /** Who knows the addresses of hosts. */
    interface Directory {
        InetAddress[] addressesOf(String host) throws UnknownHostException;
    }

    static String canonical(String host) {
        return host.toLowerCase(Locale.ROOT);
    }

    /** Refuses what may not be asked at all, whatever its address is. */
    void checkName(URI uri) throws NotSentException {
        String host = uri.getHost();
        if (host == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw NotSentException.ever("An address has a host, and neither a user nor a fragment.");
        } else if (!named.contains(canonical(host))) {
            throw NotSentException.ever("The host " + shown(host) + " is not allowed.");
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !(scheme.equals("http") && isInside(host))) {
            throw NotSentException.ever("The host " + shown(host) + " is spoken to over https only.");
        }
    }

    /** Where the host is now. Refuses it also if any of its addresses may not be spoken to. */
    InetAddress checked(URI uri) throws NotSentException {
        checkName(uri);
        String host = uri.getHost();
        try {
            InetAddress[] addresses = directory.addressesOf(bare(host));
            for (InetAddress address : addresses) {
                if (!isInside(host) && !PublicAddress.is(address)) {
                    throw NotSentException.ever("The host " + shown(host) + " has an address that is not public.");
                }
            }
            return addresses[0];
        } catch (UnknownHostException unknown) {
            throw new NotSentException("Nobody knows the host " + shown(host) + ".");
        }
    }

    private boolean isInside(String host) {
        return inside.contains(canonical(host));
    }

    /** An address of the new kind stands in brackets where it is part of another. */
    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String shown(String host) {
        return host.length() > 253 ? host.substring(0, 253) : host;
    }
}
