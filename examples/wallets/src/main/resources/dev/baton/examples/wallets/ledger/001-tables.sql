CREATE TABLE wallet (
    address TEXT PRIMARY KEY
);

CREATE TABLE sync (
    wallet     TEXT    NOT NULL,
    network    TEXT    NOT NULL,
    last_block BIGINT  NOT NULL,
    complete   INTEGER NOT NULL,
    PRIMARY KEY (wallet, network)
);

CREATE TABLE transfer (
    wallet  TEXT   NOT NULL,
    network TEXT   NOT NULL,
    block   BIGINT NOT NULL,
    amount  BIGINT NOT NULL,
    kind    TEXT   NOT NULL,
    PRIMARY KEY (wallet, network, block)
);

CREATE TABLE balance (
    wallet  TEXT   NOT NULL,
    network TEXT   NOT NULL,
    amount  BIGINT NOT NULL,
    PRIMARY KEY (wallet, network)
);

CREATE TABLE portfolio (
    wallet TEXT PRIMARY KEY,
    total  BIGINT NOT NULL,
    dust   BIGINT NOT NULL
);
