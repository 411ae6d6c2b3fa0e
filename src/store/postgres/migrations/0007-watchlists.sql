-- What payers of watchlists were given, so that each item is charged once. All times are milliseconds since the epoch, days are YYYY-MM-DD.

-- One row for each query that a payer polls.
CREATE TABLE watch_positions (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  payer text COLLATE "C" NOT NULL,
  -- The earliest day that was asked for: older items were never wanted.
  since_day text COLLATE "C" NOT NULL,
  -- Counts answers that delivered something.
  version int8 NOT NULL,
  -- Rows in delivered_items.
  items int8 NOT NULL,
  asked_at int8 NOT NULL
);
CREATE INDEX watch_positions_payer ON watch_positions (payer);
CREATE INDEX watch_positions_asked ON watch_positions (asked_at);

CREATE TABLE delivered_items (
  position_id text COLLATE "C" NOT NULL,
  -- Hash of the item's id.
  item text COLLATE "C" NOT NULL,
  -- The day of its publication.
  day text COLLATE "C" NOT NULL,
  delivered_at int8 NOT NULL,
  -- The payment that paid for it.
  payment_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (position_id, item)
);
CREATE INDEX delivered_items_window ON delivered_items (position_id, day);
CREATE INDEX delivered_items_payment ON delivered_items (payment_id);
CREATE INDEX delivered_items_time ON delivered_items (delivered_at);
