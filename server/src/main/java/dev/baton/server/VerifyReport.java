package dev.baton.server;

import dev.baton.store.Evidence;
import dev.baton.store.EvidenceEntry;
import dev.baton.store.EvidenceFinding;
import dev.baton.store.EvidenceLog.Point;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;

/** What is printed of evidence as it is verified, and exported. */
record VerifyReport(PrintWriter out, Writer export) implements Evidence.Listener {

    @Override
    public void head(String chain, Point head) {
        out.println(Heads.line(chain, head));
    }

    @Override
    public void found(EvidenceFinding finding) {
        out.println(finding);
    }

    @Override
    public void entry(EvidenceEntry entry) {
        try {
            export.write(entry.json());
            export.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
