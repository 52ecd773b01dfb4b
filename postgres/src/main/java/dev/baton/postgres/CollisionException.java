package dev.baton.postgres;

import java.sql.SQLException;

/** Two did the same at the same moment, and one of them has to look again. Nothing in the server went wrong. */
final class CollisionException extends SQLException {

    private static final long serialVersionUID = 1L;
    private static final String SERIALIZATION_FAILURE = "40001";

    CollisionException(String message) {
        super(message, SERIALIZATION_FAILURE);
    }
}
