-- What happened on the chain, each event once.
CREATE TABLE onchain_trade (
    tx TEXT NOT NULL,
    log_index INTEGER NOT NULL,
    kind TEXT NOT NULL,
    block BIGINT NOT NULL,
    symbol TEXT NOT NULL,
    units BIGINT NOT NULL,
    PRIMARY KEY (tx, log_index)
);

-- What is not hedged, in hundredths of a share; and the order that is under way for it.
CREATE TABLE net_position (
    symbol TEXT PRIMARY KEY,
    units BIGINT NOT NULL,
    pending_order TEXT
);

-- What was, or is to be, ordered at the broker: PENDING, SUBMITTED, FILLED.
CREATE TABLE offchain_order (
    id TEXT PRIMARY KEY,
    symbol TEXT NOT NULL,
    side TEXT NOT NULL,
    shares BIGINT NOT NULL,
    state TEXT NOT NULL
);

-- What was there when somebody looked last.
CREATE TABLE inventory (
    venue TEXT NOT NULL,
    symbol TEXT NOT NULL,
    units BIGINT NOT NULL,
    PRIMARY KEY (venue, symbol)
);

-- The queue that earlier versions of the bot had. Nothing is added any more.
CREATE TABLE IF NOT EXISTS event_queue (
    tx_hash TEXT NOT NULL,
    log_index INTEGER NOT NULL,
    block_number BIGINT NOT NULL,
    event_data TEXT NOT NULL,
    processed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tx_hash, log_index)
);
