-- What payers of watchlists were given, so that each item is charged once. All times are milliseconds since the epoch, days are YYYY-MM-DD.

-- One row for each query that a payer polls.
CREATE TABLE watch_positions (
  id TEXT NOT NULL PRIMARY KEY,
  payer TEXT NOT NULL,
  -- The earliest day that was asked for: older items were never wanted.
  since_day TEXT NOT NULL,
  -- Counts answers that delivered something.
  version INTEGER NOT NULL,
  -- Rows in delivered_items.
  items INTEGER NOT NULL,
  asked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX watch_positions_payer ON watch_positions (payer);
CREATE INDEX watch_positions_asked ON watch_positions (asked_at);

CREATE TABLE delivered_items (
  position_id TEXT NOT NULL,
  -- Hash of the item's id.
  item TEXT NOT NULL,
  -- The day of its publication.
  day TEXT NOT NULL,
  delivered_at INTEGER NOT NULL,
  -- The payment that paid for it.
  payment_id TEXT NOT NULL,
  PRIMARY KEY (position_id, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivered_items_window ON delivered_items (position_id, day);
CREATE INDEX delivered_items_payment ON delivered_items (payment_id);
CREATE INDEX delivered_items_time ON delivered_items (delivered_at);
