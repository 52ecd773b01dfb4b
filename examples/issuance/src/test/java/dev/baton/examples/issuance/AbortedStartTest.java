package dev.baton.examples.issuance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.observe.Event;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever step fails: nothing was served, and when its cause is gone the next start completes. */
@Tag("slow")
class AbortedStartTest {

    @TempDir
    Path folder;

    private Service service;

    @BeforeEach
    void leaveAVaultBehind() throws Exception {
        service = new Service(folder);
        service.chain.deploy("0xa");
        service.chain.deposit("d", "0xa", 100);
        service.chain.transfer("t", "0xa", "r-d", 40);
        service.tables.leave(new Fact.VaultAdded("A", "0xa"), new Fact.MintRequested("m", "A", 7));
    }

    @AfterEach
    void end() {
        service.close();
    }

    /** A step that is tried again as often as it may, and then is the end of the start. */
    private void assertStartFailsAt(String label) {
        assertThatThrownBy(() -> service.start())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STARTUP_FAILED"))
                .hasMessageContaining(label);

        assertThat(service.events.events(Event.StartupCompleted.class)).isEmpty();
        assertThat(service.events.events(Event.JobStarted.class))
                .as("no other job was taken")
                .extracting(Event.JobStarted::type)
                .doesNotContain(Jobs.ADVANCE_MINT.name(), Jobs.ADVANCE_REDEMPTION.name());
        assertThat(service.tasks.events()).as("no task has begun").isEmpty();
        assertThat(service.door.wasAsked("/live/")).isFalse();
    }

    private void assertNextStartCompletes() throws Exception {
        service.door.forget();
        service.start().close();
        assertThat(service.tables.isAllComplete()).isTrue();
        assertThat(service.tables.column("SELECT id FROM redemption")).containsExactly("t");
        assertThat(service.chain.burned()).containsEntry("r-d", 40L);
    }

    @Test
    @Tag("R-000-46")
    void a_view_that_cannot_be_made_ends_the_start() throws Exception {
        service.tables.change("INSERT INTO fact (kind, body) VALUES ('vault-added', 'rubbish')");

        assertStartFailsAt("view-replay");

        service.tables.change("DELETE FROM fact WHERE body = 'rubbish'");
        assertNextStartCompletes();
    }

    @Test
    @Tag("R-000-46")
    void a_vault_that_cannot_be_discovered_ends_the_start() throws Exception {
        service.door.refuse("/contract/");

        assertThatThrownBy(() -> service.start()).isInstanceOf(BatonException.class);

        assertThat(service.tasks.events()).isEmpty();
        assertNextStartCompletes();
    }

    @Test
    @Tag("R-000-46")
    void receipts_that_cannot_be_read_end_the_start() throws Exception {
        service.door.refuse("/past/RECEIPT/");

        assertStartFailsAt("receipt-backfill-A");

        assertThat(service.door.wasAsked("/past/TRANSFER/")).isFalse();
        assertNextStartCompletes();
    }

    @Test
    @Tag("R-000-46")
    void transfers_that_cannot_be_read_end_the_start() throws Exception {
        service.door.refuse("/past/TRANSFER/");

        assertStartFailsAt("transfer-backfill-A");

        assertThat(service.door.wasAsked("/deposit/")).isFalse();
        assertNextStartCompletes();
    }

    @Test
    @Tag("R-000-46")
    @Tag("R-000-49")
    void mints_that_cannot_be_listed_end_the_start() throws Exception {
        service.door.when("/past/TRANSFER/", question -> service.tables.change("ALTER TABLE mint RENAME TO lost"));

        assertStartFailsAt("mint-recovery");

        service.tables.change("ALTER TABLE lost RENAME TO mint");
        assertNextStartCompletes();
    }

    @Test
    @Tag("R-000-46")
    @Tag("R-000-49")
    void redemptions_that_cannot_be_listed_end_the_start() throws Exception {
        service.door.when("/deposit/", question -> service.tables.change("ALTER TABLE redemption RENAME TO lost"));

        assertStartFailsAt("redemption-recovery-A");

        service.tables.change("ALTER TABLE lost RENAME TO redemption");
        assertNextStartCompletes();
    }

    @Test
    @Tag("R-000-49")
    void one_mint_that_cannot_be_recovered_does_not_end_the_start_and_is_tried_again_by_the_next() throws Exception {
        service.door.refuse("/deposit/");

        service.start().close();

        assertThat(service.tables.column("SELECT step FROM mint")).containsExactly("REQUESTED");
        assertThat(service.tables.column("SELECT step FROM redemption")).containsExactly("COMPLETED");
        assertNextStartCompletes();
    }
}
