-- What the simulated broker remembers. A real one would do so elsewhere.
CREATE TABLE broker_order (
    reference TEXT PRIMARY KEY,
    symbol TEXT NOT NULL,
    side TEXT NOT NULL,
    shares BIGINT NOT NULL,
    looks INTEGER NOT NULL
);

CREATE TABLE broker_transfer (
    reference TEXT PRIMARY KEY,
    symbol TEXT NOT NULL,
    shares BIGINT NOT NULL
);
