package dev.baton.job;

/** JSON that is not what was wanted, with the place where it is not, which holds nothing of a value. */
final class UndecodableException extends BatonException {

    private static final long serialVersionUID = 1L;

    private final String at;

    UndecodableException(String message, String at) {
        super("UNDECODABLE", message);
        this.at = at;
    }

    String at() {
        return at;
    }
}
