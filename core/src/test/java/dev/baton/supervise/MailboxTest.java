package dev.baton.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MailboxTest {

    private final Mailbox mailbox = new Mailbox();
    private final List<String> handled = new ArrayList<>();

    private void post(Turn turn, String name) {
        assertThat(mailbox.post(turn, () -> handled.add(name))).isTrue();
    }

    @Test
    @Tag("R-001-40")
    void results_come_before_commands_and_commands_before_checks_each_in_the_order_they_were_posted() {
        post(Turn.CHECK, "check");
        post(Turn.COMMAND, "first command");
        post(Turn.RESULT, "first result");
        post(Turn.COMMAND, "second command");
        post(Turn.RESULT, "second result");

        mailbox.takeRound().forEach(Mailbox.Message::handle);

        assertThat(handled)
                .containsExactly("first result", "second result", "first command", "second command", "check");
    }

    @Test
    void what_is_posted_during_a_round_waits_for_the_next_so_results_cannot_starve_commands() {
        post(Turn.COMMAND, "command");
        Mailbox.Message endless = new Mailbox.Message() {
            @Override
            public void handle() {
                handled.add("result");
                mailbox.post(Turn.RESULT, this);
            }
        };
        mailbox.post(Turn.RESULT, endless);

        mailbox.takeRound().forEach(Mailbox.Message::handle);

        assertThat(handled).containsExactly("result", "command");
    }

    @Test
    void a_closed_mailbox_refuses_what_waits_and_takes_nothing_more() {
        mailbox.post(Turn.COMMAND, new Mailbox.Message() {
            @Override
            public void handle() {
                handled.add("handled");
            }

            @Override
            public void refuse() {
                handled.add("refused");
            }
        });

        mailbox.close();

        assertThat(handled).containsExactly("refused");
        assertThat(mailbox.post(Turn.RESULT, () -> {})).isFalse();
    }
}
