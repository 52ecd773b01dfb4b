package dev.baton.outbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Where requests go, and whom they ask for there. */
class WaysTest {

    private static Ways ways(boolean pinning, String address) {
        var hosts = new Hosts(Set.of("bank.example", "other.example", "9.9.9.9"), Set.of(), host ->
                new InetAddress[] {InetAddress.getByName(address), InetAddress.getByName("1.1.1.1")});
        return new Ways(hosts, Duration.ofSeconds(1), Optional.empty(), pinning);
    }

    @Test
    void a_name_is_looked_up_once_and_its_first_address_taken_with_all_that_the_request_had() throws Exception {
        Ways.Way four = ways(true, "9.9.9.9").to(URI.create("https://Bank.Example:8443/a%2Fb?c=%20d"));
        Ways.Way six = ways(true, "2620:fe::fe").to(URI.create("https://bank.example"));

        assertThat(four.uri()).hasToString("https://9.9.9.9:8443/a%2Fb?c=%20d");
        assertThat(four.host()).hasValue("bank.example:8443");
        assertThat(six.uri()).hasToString("https://[2620:fe:0:0:0:0:0:fe]");
        assertThat(six.host()).hasValue("bank.example");
    }

    @Test
    void connections_to_one_host_are_not_those_to_another_at_the_same_address() throws Exception {
        Ways ways = ways(true, "9.9.9.9");

        assertThat(ways.to(URI.create("https://bank.example/")).client())
                .isSameAs(ways.to(URI.create("https://BANK.example/other")).client())
                .isNotSameAs(ways.to(URI.create("https://other.example/")).client());
    }

    @Test
    void what_is_an_address_already_or_cannot_be_pinned_is_left_as_it_is() throws Exception {
        URI address = URI.create("https://9.9.9.9/pay");
        URI named = URI.create("https://bank.example/pay");

        assertThat(ways(true, "9.9.9.9").to(address).uri()).isEqualTo(address);
        assertThat(ways(true, "9.9.9.9").to(address).host()).isEmpty();
        assertThat(ways(false, "9.9.9.9").to(named).uri()).isEqualTo(named);
        assertThat(ways(false, "9.9.9.9").to(named).host()).isEmpty();
    }

    /** As the JVM of these tests was started; without it the test of TLS would be about nothing. */
    @Test
    void a_jvm_that_lets_requests_name_their_host_has_addresses_pinned() {
        assertThat(Ways.isPinning()).isTrue();
    }
}
