package dev.baton.outbox.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where requests may go. */
class HostsTest {

    private static final String PUBLIC = "9.9.9.9";

    private static Hosts at(String address) {
        return new Hosts(
                Set.of("bank.example", "inside.example", "[::1]", "10.0.0.1"), Set.of("inside.example"), host ->
                        new InetAddress[] {InetAddress.getByName(address)});
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/pay",
                "https://bank.example.evil.example/pay",
                "https://www.bank.example/pay",
                "https://bank.example./pay",
                "https://bank.example@evil.example/pay",
                "https://evil.example@bank.example/pay",
                "https://bank.example/pay#bank.example",
                "http://bank.example/pay",
                "ftp://inside.example/pay",
                "file:///bank.example",
                "//bank.example/pay",
                "https:bank.example",
                "/pay"
            })
    void a_host_that_was_not_named_or_is_spoken_to_otherwise_is_refused(String uri) {
        assertThatThrownBy(() -> at(PUBLIC).checked(URI.create(uri))).isInstanceOf(NotSentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://bank.example/pay?a=b", "HTTPS://Bank.Example:8443/pay", "http://inside.example/"})
    void a_host_that_was_named_is_let_through(String uri) throws Exception {
        at(PUBLIC).checked(URI.create(uri));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "100.127.0.1",
                "192.0.0.8",
                "192.0.2.1",
                "198.18.0.1",
                "198.19.0.1",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "::ffff:10.0.0.1",
                "::10.0.0.1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd12::1",
                "ff02::1",
                "2002:a00:1::",
                "2001:0:1::",
                "2001:db8::1",
                "64:ff9b::a00:1",
                "100::1"
            })
    void an_address_that_is_not_public_is_refused_unless_its_host_was_named_for_that(String address) throws Exception {
        assertThatThrownBy(() -> at(address).checked(URI.create("https://bank.example/")))
                .isInstanceOf(NotSentException.class);
        at(address).checked(URI.create("https://inside.example/"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9.9.9.9",
                "1.1.1.1",
                "172.15.0.1",
                "172.32.0.1",
                "100.63.0.1",
                "100.128.0.1",
                "192.0.1.1",
                "198.17.0.1",
                "198.20.0.1",
                "223.255.255.255",
                "2620:fe::fe",
                "2a00::1",
                "64:ff9b::909:909"
            })
    void a_public_address_is_let_through(String address) throws Exception {
        assertThat(PublicAddress.is(InetAddress.getByName(address))).isTrue();
        at(address).checked(URI.create("https://bank.example/"));
    }

    @Test
    void a_name_that_is_an_address_is_judged_by_what_it_is() {
        for (String literal : new String[] {"https://[::1]/", "https://10.0.0.1/"}) {
            var hosts = new Hosts(Set.of("[::1]", "10.0.0.1"), Set.of(), InetAddress::getAllByName);
            assertThatThrownBy(() -> hosts.checked(URI.create(literal)))
                    .isInstanceOf(NotSentException.class)
                    .hasMessageContaining("not public");
        }
    }
}
