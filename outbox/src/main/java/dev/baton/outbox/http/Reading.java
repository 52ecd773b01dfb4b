package dev.baton.outbox.http;

import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.job.PayloadCodec;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Codes.Meaning;
import dev.baton.outbox.Found;
import dev.baton.outbox.Reply;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes replies of answers. Nothing of an answer becomes a message: it may repeat what is secret.
 *
 * @param codes what they mean
 * @param places where in a body they stand
 * @param neverSeen by which codes a lookup says that there is no such payment
 * @param underWay and by which that it is not decided yet
 */
record Reading(Codes codes, Places places, Set<String> neverSeen, Set<String> underWay) {

    /** The code of what certainly has not left. */
    static final String NOT_SENT = "NOT_SENT";
    /** The beginning of codes that are the status of an answer. */
    static final String STATUS = "HTTP_";
    /** It says that all is well, and stands in an answer whose status says the opposite. */
    static final String CONTRADICTION = "STATUS_CONTRADICTS_CODE";
    /** There is no code where it should be, or none that could be one. */
    static final String NO_CODE = "NO_CODE";
    /** It says that all is well, but not of which payment, though it should. */
    static final String NO_REFERENCE = "NO_REFERENCE";

    private static final List<String> UNKNOWN = List.of(CONTRADICTION, NO_CODE, NO_REFERENCE);
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9._:~-]{1,99}");
    private static final Pattern REFERENCE = Pattern.compile("\\P{Cntrl}{1,200}");
    private static final PayloadCodec CODEC = new JacksonCodec();

    /** Where in a body the code stands, what the rail calls the payment, and what we do. */
    record Places(Optional<Pointer> code, Optional<Pointer> railReference, Optional<Pointer> about) {}

    Reading {
        for (String own : UNKNOWN) {
            if (codes.meaningOf(own) != Meaning.UNKNOWN) {
                throw new BatonException("RESERVED_CODE", "The code " + own + " means that nobody knows.");
            }
        }
    }

    /** What was answered to a payment. */
    Reply reply(Calls.Answer answer) {
        Map<?, ?> body = body(answer);
        return reply(answer, code(answer, body), body);
    }

    /**
     * What was answered to a lookup. It is known by its body: what a status says of a request to pay it does not say of a request to
     * look.
     */
    Found found(Calls.Answer answer) throws IOException {
        Map<?, ?> body = body(answer);
        String code = code(answer, body);
        if (neverSeen.contains(code)) {
            return Found.neverSeen();
        } else if (underWay.contains(code)) {
            return Found.underWay();
        } else if (isGood(answer)) {
            return Found.seen(reply(answer, code, body));
        }
        throw new IOException("The lookup was answered with " + STATUS + answer.status() + ".");
    }

    private Reply reply(Calls.Answer answer, String code, Map<?, ?> body) {
        Optional<String> about = places.about.flatMap(place -> place.in(body));
        boolean accepted = codes.meaningOf(code) == Meaning.ACCEPTED;
        String known = code;
        if (accepted && !isGood(answer)) {
            known = CONTRADICTION;
        } else if (accepted && places.about.isPresent() && about.isEmpty()) {
            known = NO_REFERENCE;
        }
        Optional<String> railReference = places.railReference
                .flatMap(place -> place.in(body))
                .filter(text -> REFERENCE.matcher(text).matches());
        return new Reply(known, "HTTP status " + answer.status() + ".", railReference, about);
    }

    /** The body's, if it is to be looked for there; of an answer that is no good the status, if its body has none. */
    private String code(Calls.Answer answer, Map<?, ?> body) {
        String status = STATUS + answer.status();
        if (places.code.isEmpty()) {
            return status;
        }
        Optional<String> said = places.code.get().in(body);
        if (said.isEmpty() && !isGood(answer)) {
            return status;
        }
        return said.filter(code -> CODE.matcher(code).matches())
                .filter(code -> !code.startsWith(STATUS) && !code.equals(NOT_SENT)) // no word for others to use
                .orElse(NO_CODE);
    }

    private static boolean isGood(Calls.Answer answer) {
        return answer.status() / 100 == 2;
    }

    /** The body as JSON; whatever is no JSON object has nothing in it. */
    private static Map<?, ?> body(Calls.Answer answer) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(answer.body().duplicate())
                    .toString();
            return CODEC.decode(text, Map.class);
        } catch (CharacterCodingException | BatonException unreadable) {
            return Map.of();
        }
    }
}
