package dev.baton.benchmarks;

import dev.baton.benchmarks.http.ServiceProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory of the service, looked at again and again. It grows if what is left of the heap after a full collection does, from the first third of the
 * looks to the last: a single look says little, as something is always under way.
 */
final class Memory {

    private static final double MEGA = 1 << 20;

    private final ServiceProcess service;
    private final List<Double> heap = new ArrayList<>();
    private final List<Double> resident = new ArrayList<>();

    Memory(ServiceProcess service) {
        this.service = service;
    }

    void look() throws IOException {
        service.liveHeap().ifPresent(bytes -> heap.add(bytes / MEGA));
        service.resident().ifPresent(bytes -> resident.add(bytes / MEGA));
    }

    void tell(Report report) {
        double begin = median(heap, true);
        double end = median(heap, false);
        report.measured("heap after a full collection, at the beginning", begin, "MB");
        report.measured("heap after a full collection, at the end", end, "MB");
        report.measured("all memory of the process, at the beginning", median(resident, true), "MB");
        report.measured("all memory of the process, at the end", median(resident, false), "MB");
        report.figures().put(Figure.HEAP_BEGIN_MB, begin);
        report.figures().put(Figure.HEAP_END_MB, end);
        report.figures().put(Figure.HEAP_GROWTH, end / begin);
    }

    /** Of the first third, or of the last. */
    private static double median(List<Double> looks, boolean first) {
        int third = Math.max(1, looks.size() / 3);
        var part = new Series();
        looks.stream()
                .skip(first ? 0 : Math.max(0, looks.size() - third))
                .limit(third)
                .forEach(part::add);
        return part.median();
    }
}
