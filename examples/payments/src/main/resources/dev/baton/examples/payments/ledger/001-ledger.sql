CREATE TABLE account (
    name    TEXT PRIMARY KEY,
    opened  BIGINT NOT NULL,
    balance BIGINT NOT NULL CHECK (balance >= 0)
);

CREATE TABLE transfer (
    instruction     TEXT   NOT NULL,
    idempotency_key TEXT   NOT NULL,
    account         TEXT   NOT NULL REFERENCES account (name),
    rail            TEXT   NOT NULL,
    minor           BIGINT NOT NULL,
    currency        TEXT   NOT NULL,
    payment         TEXT   NOT NULL UNIQUE,
    number          BIGINT NOT NULL,
    given_back      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (instruction, idempotency_key)
);
