-- Archived payments by day, so that a report need not read the archive.

-- How many archived payments agree in these columns, refunds left out. `amount` is that of each of them, so that each can be converted
-- and rounded as reports do. Counted when rows move to the archive and when they leave it. A row may count none.
CREATE TABLE archived_days (
  -- Of the moment by which a payment belongs to a day: when money came in, or the call was made where none came. Days since 1970-01-01.
  day int8 NOT NULL,
  offer_id text COLLATE "C" NOT NULL,
  network text COLLATE "C" NOT NULL,
  protocol text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  theft int2 NOT NULL,
  final int2 NOT NULL,
  amount int8 NOT NULL,
  payments int8 NOT NULL,
  PRIMARY KEY (day, offer_id, network, protocol, state, theft, final, amount)
) WITH (fillfactor = 70);

INSERT INTO archived_days (day, offer_id, network, protocol, state, theft, final, amount, payments)
  SELECT coalesce(settled_at, claimed_at) / 86400000, offer_id, network, protocol, state, theft, final, amount, count(*)
  FROM payments_archive WHERE timing <> 'refund' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
