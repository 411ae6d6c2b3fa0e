-- Archived payments by day, so that a report need not read the archive.

-- How many archived payments agree in these columns, refunds left out. `amount` is that of each of them, so that each can be converted
-- and rounded as reports do. Counted when rows move to the archive and when they leave it. A row may count none.
CREATE TABLE archived_days (
  -- Of the moment by which a payment belongs to a day: when money came in, or the call was made where none came. Days since 1970-01-01.
  day INTEGER NOT NULL,
  offer_id TEXT NOT NULL,
  network TEXT NOT NULL,
  protocol TEXT NOT NULL,
  state TEXT NOT NULL,
  theft INTEGER NOT NULL,
  final INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  payments INTEGER NOT NULL,
  PRIMARY KEY (day, offer_id, network, protocol, state, theft, final, amount)
) STRICT, WITHOUT ROWID;

INSERT INTO archived_days (day, offer_id, network, protocol, state, theft, final, amount, payments)
  SELECT coalesce(settled_at, claimed_at) / 86400000, offer_id, network, protocol, state, theft, final, amount, count(*)
  FROM payments_archive WHERE timing <> 'refund' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
