package dev.baton.outbox.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** Which addresses lie in the public network, and not in somebody's own: neither this machine, nor its neighbours, nor nobody. */
final class PublicAddress {

    private static final int IPV4_FROM = 12;
    private static final int NAT64 = 0x0064ff9b;
    private static final int TEREDO = 0x20010000;

    private PublicAddress() {}

    static boolean is(InetAddress address) {
        boolean special = address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress();
        byte[] bytes = address.getAddress();
        return !special && (address instanceof Inet4Address ? isPublic4(bytes) : isPublic6(bytes));
    }

    private static boolean isPublic4(byte[] bytes) {
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        int third = bytes[2] & 0xff;
        boolean special = first == 0 // this network
                || first >= 240 // reserved, and everybody
                || (first == 100 && (second & 0xc0) == 64) // behind a carrier's router
                || (first == 192 && second == 0 && (third == 0 || third == 2)) // protocols; documents
                || (first == 198 && (second & 0xfe) == 18) // benchmarks
                || (first == 198 && second == 51 && third == 100) // documents
                || (first == 203 && second == 0 && third == 113); // documents
        return !special;
    }

    /** Only what is handed out at all; and no address of the old kind within a new one, as who unwraps it may be on the inside. */
    private static boolean isPublic6(byte[] bytes) {
        int head = ByteBuffer.wrap(bytes).getInt();
        boolean global = (bytes[0] & 0xe0) == 0x20;
        boolean wraps = head == TEREDO || head >>> 16 == 0x2002;
        boolean documents = head == 0x20010db8;
        if (head == NAT64) {
            byte[] inside = new byte[] {bytes[IPV4_FROM], bytes[13], bytes[14], bytes[15]};
            return isUnwrappedPublic(inside);
        }
        return global && !wraps && !documents;
    }

    private static boolean isUnwrappedPublic(byte[] four) {
        try {
            return is(InetAddress.getByAddress(four));
        } catch (UnknownHostException impossible) {
            return false;
        }
    }
}
