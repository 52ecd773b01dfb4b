package dev.baton.outbox;

import java.util.List;
import java.util.Locale;

/** Alert rules as Prometheus reads them. Those of {@link AlertRule#usual} are in the jar, as {@code outbox-alerts.yml}. */
public final class PrometheusRules {

    private PrometheusRules() {}

    /** A file with these rules. */
    public static String yaml(List<AlertRule> rules) {
        var file = new StringBuilder("""
                # Made of AlertRule.usual() by PrometheusRules; docs/operations.md says what each alert means.
                groups:
                  - name: outbox
                    rules:
                """);
        rules.forEach(rule -> file.append("""
                      - alert: %s
                        expr: '%s'
                        for: %s
                        labels:
                          severity: %s
                        annotations:
                          summary: '%s'
                          runbook: 'docs/operations.md#%s'
                """.formatted(
                        rule.measure().alert(),
                        rule.expression(),
                        AlertRule.seconds(rule.hold()),
                        rule.measure() == AlertRule.Measure.RETRYABLE_SHARE ? "warning" : "critical",
                        rule.measure().summary(),
                        rule.measure().alert().toLowerCase(Locale.ROOT))));
        return file.toString();
    }
}
