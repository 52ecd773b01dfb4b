package dev.baton.benchmarks.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EventCountTest {

    private static final String FRAMES = ": welcome\n\nid: 1\nevent: job_created\ndata: {\"event: \":1}\n\n"
            + "id: 2\nevent: events_missed\ndata: {}\n\nid: 3\nevent: events_missed_not\ndata: {}\n\n";

    private static byte[] inChunksOf(int size) {
        var stream = new StringBuilder("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int from = 0; from < FRAMES.length(); from += size) {
            String chunk = FRAMES.substring(from, Math.min(FRAMES.length(), from + size));
            stream.append(Integer.toHexString(chunk.length()))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        return stream.toString().getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void events_are_counted_wherever_chunks_and_reads_end() {
        for (int chunk = 1; chunk <= FRAMES.length(); chunk++) {
            var count = new EventCount();
            byte[] stream = inChunksOf(chunk);
            int middle = (int) (stream.length * 0.6);
            count.take(ByteBuffer.wrap(stream, 0, middle));
            count.take(ByteBuffer.wrap(stream, middle, stream.length - middle));

            assertThat(count.events()).as("chunks of " + chunk).isEqualTo(3);
            assertThat(count.gaps()).as("chunks of " + chunk).isEqualTo(1);
        }
    }
}
