package dev.baton.observe;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.NamingConvention;
import org.jspecify.annotations.Nullable;

/**
 * Names one meter, and leaves all others to the registry. Prometheus reserves the suffix {@code _created} and its registry takes
 * it off every name, also where {@code _total} follows: without this {@code jobs_created_total} would be {@code jobs_total}.
 */
record CreatedKeepsItsName(NamingConvention others) implements NamingConvention {

    static final String METER = "jobs.created";

    static void in(MeterRegistry registry) {
        if (registry instanceof CompositeMeterRegistry composite) {
            composite.getRegistries().forEach(CreatedKeepsItsName::in);
        }
        NamingConvention before = registry.config().namingConvention();
        if (!(before instanceof CreatedKeepsItsName)) {
            registry.config().namingConvention(new CreatedKeepsItsName(before));
        }
    }

    @Override
    public String name(String name, Meter.Type type, @Nullable String baseUnit) {
        String usual = others.name(name, type, baseUnit);
        return name.equals(METER) && usual.startsWith("jobs") && !usual.contains("reated") ? "jobs_created" : usual;
    }

    @Override
    public String tagKey(String key) {
        return others.tagKey(key);
    }

    @Override
    public String tagValue(String value) {
        return others.tagValue(value);
    }
}
