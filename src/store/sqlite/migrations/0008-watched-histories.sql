-- Addresses whose transfers are kept however small, and what is read of them from before they were watched. `network` is named
-- as in index_checkpoints.

-- Each reading is of some addresses at once: of what they sent and what they received, from one block to another one, up to
-- which the index of transfers had read for good when the reading began. From there on it keeps their transfers itself.
CREATE TABLE watched_readings (
  network TEXT NOT NULL,
  reading INTEGER NOT NULL,
  -- The tokens that are read.
  tokens TEXT NOT NULL,
  -- Where the index of transfers began. When it begins anew, so do all readings.
  index_start INTEGER NOT NULL,
  since_block INTEGER NOT NULL,
  until_block INTEGER NOT NULL,
  -- All from since_block to here has been read; one below it while nothing has.
  sent_block INTEGER NOT NULL,
  received_block INTEGER NOT NULL,
  -- Goes up with every change, so that of two writers one is too late.
  version INTEGER NOT NULL,
  PRIMARY KEY (network, reading)
) STRICT, WITHOUT ROWID;

-- Null: waits for its reading to begin.
CREATE TABLE watched_addresses (
  network TEXT NOT NULL,
  address TEXT NOT NULL,
  reading INTEGER,
  PRIMARY KEY (network, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX watched_addresses_reading ON watched_addresses (network, reading, address);
