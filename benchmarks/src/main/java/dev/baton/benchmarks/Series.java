package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What one contender reached, round by round. */
final class Series {

    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    double median() {
        return median(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Of the ratios of the same rounds: what the machine did meanwhile has hit both. */
    double medianRatioTo(Series other) {
        double[] ratios = new double[values.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = values.get(i) / other.values.get(i);
        }
        return median(ratios);
    }

    private static double median(double[] numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
