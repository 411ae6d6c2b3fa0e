-- Swaps in pools, for candles. Times are unix seconds.

-- Times of the blocks of a checkpoint; null where they are not known.
ALTER TABLE index_checkpoints ADD COLUMN start_at INTEGER;
ALTER TABLE index_checkpoints ADD COLUMN firm_at INTEGER;
ALTER TABLE index_checkpoints ADD COLUMN tip_start_at INTEGER;
ALTER TABLE index_checkpoints ADD COLUMN tip_at INTEGER;

-- Swaps in blocks that are not final yet, which a reorganisation may take away.
CREATE TABLE pool_swaps (
  network TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  log_index INTEGER NOT NULL,
  pool TEXT NOT NULL,
  -- When the minute of its block begins.
  minute INTEGER NOT NULL,
  -- The square root of the price after it, as 40 hex digits, so that text order is numeric order.
  root TEXT NOT NULL,
  -- What was traded of the coin and of the token that it trades against, in the smallest units, as hex digits.
  amount TEXT NOT NULL,
  quote_amount TEXT NOT NULL,
  PRIMARY KEY (network, block_number, log_index)
) STRICT, WITHOUT ROWID;
CREATE INDEX pool_swaps_minute ON pool_swaps (network, pool, minute);

-- The swaps of final blocks, by minute. A minute without a swap has no row.
CREATE TABLE pool_minutes (
  network TEXT NOT NULL,
  pool TEXT NOT NULL,
  minute INTEGER NOT NULL,
  -- The first and the last block with a swap.
  first_block INTEGER NOT NULL,
  last_block INTEGER NOT NULL,
  -- Of the prices with which blocks ended: square roots as 40 hex digits.
  open_root TEXT NOT NULL,
  highest_root TEXT NOT NULL,
  lowest_root TEXT NOT NULL,
  close_root TEXT NOT NULL,
  amount TEXT NOT NULL,
  quote_amount TEXT NOT NULL,
  swaps INTEGER NOT NULL,
  PRIMARY KEY (network, pool, minute)
) STRICT, WITHOUT ROWID;
CREATE INDEX pool_minutes_block ON pool_minutes (network, last_block);
CREATE INDEX pool_minutes_age ON pool_minutes (network, minute);

-- As large as an index of busy pools gets, so that the planner chooses the right index from the start.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('pool_swaps', 'pool_swaps', '20000 5000 2 1'),
  ('pool_swaps', 'pool_swaps_minute', '20000 5000 1000 10 2 1'),
  ('pool_minutes', 'pool_minutes', '400000 100000 20000 1'),
  ('pool_minutes', 'pool_minutes_block', '400000 100000 4 2 1'),
  ('pool_minutes', 'pool_minutes_age', '400000 100000 4 1');
ANALYZE sqlite_schema;
