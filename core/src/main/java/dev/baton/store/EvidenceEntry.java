package dev.baton.store;

import dev.baton.job.JacksonCodec;
import dev.baton.job.JobId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A link of a chain of evidence: what was written down about a witnessed job or by an operator, and by its hash all that stands
 * before it in its chain. Data that may have to be removed one day, such as messages, is in it as its SHA-256 only.
 *
 * @param number from 1 on, without gaps
 * @param previous the hash of the one before it; nothing for the first
 * @param fields what is said, by {@link #FIELDS}; what is not known is left out
 * @param hash the SHA-256 of all the others, as lower-case hex
 */
public record EvidenceEntry(String chain, long number, String previous, Map<String, String> fields, String hash) {

    /** The chain of what operators did. Those of lanes have another beginning, so that no lane can have this name. */
    public static final String OPERATORS = "operators";

    /** What can be said, in the order in which it is hashed. */
    public static final List<String> FIELDS = List.of(
            "record",
            "kind",
            "job",
            "turn",
            "attempt",
            "fence",
            "node",
            "claimed_at",
            "ended_at",
            "code",
            "payload_sha256",
            "message_sha256",
            "result_sha256",
            "facts_sha256",
            "target",
            "who",
            "before",
            "after");

    private static final JacksonCodec JSON = new JacksonCodec();
    private static final String FORM = "baton-evidence-1";
    private static final int ABSENT = -1;

    /** Whose hash is this, is another question: see {@link #isIntact}. */
    public EvidenceEntry {
        fields = Map.copyOf(fields);
    }

    /** What an entry about an attempt says beside the attempt: whose it was. */
    public record Subject(JobId job, long turn, String payloadSha256) {}

    /** The chain of a lane. */
    public static String chainOf(String lane) {
        return "lane " + lane;
    }

    /** The next link of a chain that ends here. */
    public static EvidenceEntry after(EvidenceLog.Point head, String chain, Map<String, String> fields) {
        long number = head.number() + 1;
        return new EvidenceEntry(chain, number, head.hash(), fields, hash(chain, number, head.hash(), fields));
    }

    /** The end of the chain with this entry. */
    public EvidenceLog.Point head() {
        return new EvidenceLog.Point(number, hash);
    }

    /** Is its hash that of what it says? */
    public boolean isIntact() {
        return hash(chain, number, previous, fields).equals(hash);
    }

    /** What is said of an attempt, which is this record of the archive. */
    public static Map<String, String> ofAttempt(long record, Subject subject, AttemptView attempt) {
        AttemptView.Detail detail = attempt.detail();
        var fields = new LinkedHashMap<String, String>();
        fields.put("record", Long.toString(record));
        fields.put("kind", attempt.kind().name());
        fields.put("job", subject.job().toString());
        fields.put("turn", Long.toString(subject.turn()));
        fields.put("attempt", Integer.toString(attempt.number()));
        fields.put("fence", Long.toString(attempt.fence()));
        attempt.node().ifPresent(node -> fields.put("node", node.toString()));
        fields.put("claimed_at", micros(attempt.claimedAt()));
        fields.put("ended_at", micros(attempt.endedAt()));
        fields.put("code", detail.code());
        fields.put("payload_sha256", subject.payloadSha256());
        fields.put("message_sha256", sha256(detail.message()));
        detail.result().ifPresent(result -> fields.put("result_sha256", sha256(result)));
        detail.facts().ifPresent(facts -> fields.put("facts_sha256", sha256(facts)));
        return fields;
    }

    /** What is said of what an operator did, which is this record. */
    public static Map<String, String> ofAction(long record, ActionView action) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("record", Long.toString(record));
        fields.put("kind", action.act());
        fields.put("ended_at", micros(action.at()));
        fields.put("message_sha256", sha256(action.by().why()));
        fields.put("target", action.target());
        fields.put("who", action.by().who());
        fields.put("before", action.before());
        fields.put("after", action.after());
        return fields;
    }

    /** One of the fields. */
    public Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /** As a line of JSON. */
    public String json() {
        var shown = new LinkedHashMap<String, Object>();
        shown.put("chain", chain);
        shown.put("number", number);
        shown.put("previous", previous);
        FIELDS.stream().filter(fields::containsKey).forEach(name -> shown.put(name, fields.get(name)));
        shown.put("hash", hash);
        return JSON.encode(shown);
    }

    private static String micros(Instant time) {
        return Long.toString(Math.multiplyExact(time.getEpochSecond(), 1_000_000L) + time.getNano() / 1000);
    }

    /** Every value with its length before it, so that no two entries read the same; no JSON, no locale, no fractions. */
    private static String hash(String chain, long number, String previous, Map<String, String> fields) {
        MessageDigest digest = digest();
        update(digest, FORM);
        update(digest, chain);
        update(digest, Long.toString(number));
        update(digest, previous);
        FIELDS.forEach(name -> update(digest, fields.get(name)));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void update(MessageDigest digest, @Nullable String value) {
        byte[] bytes = value == null ? new byte[0] : value.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES)
                .putInt(value == null ? ABSENT : bytes.length)
                .array());
        digest.update(bytes);
    }

    private static String sha256(String text) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}
