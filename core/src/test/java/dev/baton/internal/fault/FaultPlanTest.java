package dev.baton.internal.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultPlanTest {

    @TempDir
    Path folder;

    private FaultPlan plan(String faults) {
        var properties = new Properties();
        properties.setProperty(FaultPlan.PROPERTY, faults);
        properties.setProperty(FaultPlan.LOG, log().toString());
        return FaultPlan.of(properties);
    }

    private Path log() {
        return folder.resolve("faults.log");
    }

    @Test
    void a_fault_strikes_once_when_its_point_is_reached_for_the_given_time() {
        FaultPlan plan = plan("claim.afterCommit:throw@3");

        plan.hit(FaultPoint.CLAIM_AFTER_COMMIT);
        plan.hit(FaultPoint.CLAIM_BEFORE_COMMIT);
        plan.hit(FaultPoint.CLAIM_AFTER_COMMIT);
        assertThat(log()).doesNotExist();

        assertThatIllegalStateException()
                .isThrownBy(() -> plan.hit(FaultPoint.CLAIM_AFTER_COMMIT))
                .withMessageContaining("claim.afterCommit:throw@3");
        assertThatCode(() -> plan.hit(FaultPoint.CLAIM_AFTER_COMMIT)).doesNotThrowAnyException();
    }

    @Test
    void whoever_fires_has_said_so_before() throws Exception {
        FaultPlan plan = plan("enq.beforeTx:delay,out.beforeCommit:throw@1");

        plan.hit(FaultPoint.ENQ_BEFORE_TX);
        assertThatIllegalStateException().isThrownBy(() -> plan.hit(FaultPoint.OUT_BEFORE_COMMIT));

        String pid = String.valueOf(ProcessHandle.current().pid());
        assertThat(Files.readString(log()))
                .matches("\n" + pid + " \\d+ fault enq.beforeTx:delay@1 ;\n" + pid
                        + " \\d+ fault out.beforeCommit:throw@1 ;");
    }

    @Test
    void a_paused_thread_goes_on_when_its_file_is_there() throws Exception {
        FaultPlan plan = plan("out.afterCommit:pause");
        var paused = new Thread(() -> plan.hit(FaultPoint.OUT_AFTER_COMMIT));
        paused.start();

        Files.createFile(Path.of(log() + ".resume"));

        paused.join();
        assertThat(log()).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "claim.afterCommit",
                "claim.sometimes:halt",
                "claim.afterCommit:explode",
                "claim.afterCommit:halt@0",
                "claim.afterCommit:halt@2,",
                "claim.afterCommit:halt@2,claim.afterCommit:throw"
            })
    void what_is_not_understood_is_refused_and_not_ignored(String faults) {
        assertThatIllegalArgumentException().isThrownBy(() -> plan(faults));
    }

    @Test
    void where_no_property_is_set_a_point_does_nothing() {
        assertThat(FaultPoint.isArmed()).isFalse();
        assertThatCode(() -> {
                    for (FaultPoint point : FaultPoint.values()) {
                        point.hit();
                    }
                })
                .doesNotThrowAnyException();
    }
}
