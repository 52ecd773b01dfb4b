-- What was decided, in order; the views below are made of it, and can be made again.
CREATE TABLE fact (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
);

CREATE TABLE vault (
    symbol TEXT PRIMARY KEY,
    address TEXT NOT NULL
);

CREATE TABLE mint (
    id TEXT PRIMARY KEY,
    symbol TEXT NOT NULL,
    shares INTEGER NOT NULL,
    step TEXT NOT NULL
);

CREATE TABLE redemption (
    id TEXT PRIMARY KEY,
    symbol TEXT NOT NULL,
    address TEXT NOT NULL,
    receipt TEXT NOT NULL,
    shares INTEGER NOT NULL,
    step TEXT NOT NULL
);

-- What was read from the chain, and how far.
CREATE TABLE receipt (
    id TEXT PRIMARY KEY,
    symbol TEXT NOT NULL,
    address TEXT NOT NULL,
    shares INTEGER NOT NULL,
    block INTEGER NOT NULL
);

CREATE TABLE transfer (
    tx TEXT PRIMARY KEY,
    symbol TEXT NOT NULL,
    receipt TEXT NOT NULL REFERENCES receipt (id),
    shares INTEGER NOT NULL,
    block INTEGER NOT NULL
);

CREATE TABLE backfilled (
    address TEXT NOT NULL,
    kind TEXT NOT NULL,
    block INTEGER NOT NULL,
    PRIMARY KEY (address, kind)
);
