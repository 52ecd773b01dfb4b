package dev.baton.faults.power;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.faults.mutants.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The power goes while a real process enqueues and does jobs: what it was told is on the disk. The control is the same process
 * that does not wait for the disk; if that lost nothing either, the cuts would prove nothing.
 */
@Tag("external")
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PowerCutTest {

    private static final int CUTS = Integer.getInteger("baton.power.cuts", 50);
    /** So many in the life of a process; then comes another, with a new file. */
    private static final int CUTS_A_LIFE = 10;

    private static final int CONTROLS = 5;
    private static final int CONTROLS_MAX = 20;
    private static final int BYTES_MAX = 20_000;
    private static final int MICROS_MAX = 20_000;

    private final SplittableRandom random = new SplittableRandom(5);

    @TempDir
    Path folder;

    /** Not on the disk that is cut. */
    private Path log() {
        return folder.resolve("acknowledged.log");
    }

    @Test
    void what_was_acknowledged_is_there_after_every_power_cut_and_the_engine_goes_on(TestReporter report)
            throws Exception {
        int acknowledged = 0;
        try (Disk disk = Disk.make()) {
            for (int cuts = 0; cuts < CUTS; cuts += CUTS_A_LIFE) {
                acknowledged += live(disk, disk.folder().resolve("app-" + cuts + ".db"));
            }
        }

        report.publishEntry(Map.of("cuts", "" + CUTS, "acknowledged", "" + acknowledged));
    }

    /** Answers how much was acknowledged in a life. */
    private int live(Disk disk, Path database) throws Exception {
        int acknowledged = 0;
        try (BusyProcess busy = BusyProcess.start(System.getProperty("java.class.path"), database, log())) {
            for (int i = 0; i < Math.min(CUTS, CUTS_A_LIFE); i++) {
                workAWhile(busy);
                busy.standStill();
                Acknowledged until = busy.acknowledged();
                try (Disk.Cut cut = disk.cut()) {
                    var inspection = new Inspection(cut.folder().resolve(database.getFileName()), until);
                    assertThat(inspection.lost())
                            .as("lost of %s acknowledged", until.size())
                            .isEmpty();
                    inspection.requireGoesOn();
                }
                acknowledged = until.size();
                busy.goOn();
            }
        }
        clear(disk.folder());
        return acknowledged;
    }

    @Test
    void who_does_not_wait_for_the_disk_loses_what_was_acknowledged(TestReporter report) throws Exception {
        String careless = Overlay.of("M7-sqlite", folder).before(System.getProperty("java.class.path"));
        int cuts = 0;
        int thatLost = 0;
        int acknowledged = 0;
        int lost = 0;
        try (Disk disk = Disk.make();
                BusyProcess busy = BusyProcess.start(careless, disk.folder().resolve("app.db"), log())) {
            busy.awaitTold(1);
            disk.sync();
            while (cuts < CONTROLS || (thatLost == 0 && cuts < CONTROLS_MAX)) {
                workAWhile(busy);
                busy.standStill();
                Acknowledged until = busy.acknowledged();
                try (Disk.Cut cut = disk.cut()) {
                    lost = new Inspection(cut.folder().resolve("app.db"), until)
                            .lost()
                            .size();
                }
                acknowledged = until.size();
                thatLost += lost > 0 ? 1 : 0;
                cuts++;
                busy.goOn();
            }
        }

        report.publishEntry(Map.of(
                "cuts", "" + cuts,
                "cuts that lost", "" + thatLost,
                "acknowledged", "" + acknowledged,
                "lost at the last cut", "" + lost));
        assertThat(thatLost)
                .as(
                        "cuts that lost something, of %s without waiting for the disk: if none does, cuts prove nothing",
                        cuts)
                .isPositive();
    }

    /** Until it was told something more, and then a moment, so that the cut comes anywhere. */
    private void workAWhile(BusyProcess busy) throws InterruptedException {
        busy.awaitTold(busy.told() + 1 + random.nextInt(BYTES_MAX));
        busy.work(Duration.ofNanos(1_000L * random.nextInt(MICROS_MAX)));
    }

    private static void clear(Path disk) throws IOException {
        try (var files = Files.list(disk)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }
}
