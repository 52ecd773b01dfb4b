package dev.baton.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceAddressTest {

    @ParameterizedTest
    @CsvSource({
        "https://jobs.example.com, https://jobs.example.com/api/v1/jobs",
        "HTTPS://jobs.example.com:8443/, https://jobs.example.com:8443/api/v1/jobs",
        "https://example.com/shop/, https://example.com/shop/api/v1/jobs",
        "https://example.com/shop/api/v1, https://example.com/shop/api/v1/jobs",
        "http://localhost:7070, http://localhost:7070/api/v1/jobs",
        "http://127.0.0.2:7070, http://127.0.0.2:7070/api/v1/jobs",
        "http://[::1]:7070, http://[::1]:7070/api/v1/jobs",
    })
    void the_api_is_below_the_address_that_people_know(String url, String jobs) {
        assertThat(ServiceAddress.of(url, false).api("/jobs")).hasToString(jobs);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://jobs.example.com",
                "http://10.0.0.1:7070",
                "http://127.0.0.1.example.com",
                "http://localhost.example.com",
                "http://[::ffff:10.0.0.1]"
            })
    void other_machines_are_asked_over_https_unless_somebody_says_otherwise(String url) {
        assertThatThrownBy(() -> ServiceAddress.of(url, false)).hasMessageContaining("--in-the-open");

        assertThat(ServiceAddress.of(url, true)).hasToString(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jobs.example.com",
                "jobs.example.com:7070",
                "ftp://jobs.example.com",
                "https://",
                "https:///api",
                "https://a b",
                "https://alice:secret@jobs.example.com",
                "https://jobs.example.com?token=secret",
                "https://jobs.example.com#secret",
                ""
            })
    void what_is_no_address_is_refused_without_being_repeated(String url) {
        assertThatThrownBy(() -> ServiceAddress.of(url, true))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_SERVER_URL"))
                .hasMessageNotContaining("secret");
    }

    @Test
    void health_is_beside_the_api() {
        assertThat(ServiceAddress.of("https://example.com/shop/api/v1/", false).beside("/health/live"))
                .hasToString("https://example.com/shop/health/live");
    }
}
