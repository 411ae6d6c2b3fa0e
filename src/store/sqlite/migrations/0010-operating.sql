-- What the tools of the operator need: reports and prices.

-- The days of reports: when money came in, or the call was made where none came.
CREATE INDEX payments_archive_moment ON payments_archive (coalesce(settled_at, claimed_at), id);

-- What one unit of a currency or coin was worth in US dollars, by UTC day.
CREATE TABLE reference_rates (
  -- `EUR`, or a coin that pays gas such as `ETH`.
  unit TEXT NOT NULL,
  day TEXT NOT NULL,
  -- Decimal text.
  usd TEXT NOT NULL,
  -- Who published it.
  source TEXT NOT NULL,
  recorded_at INTEGER NOT NULL,
  PRIMARY KEY (unit, day)
) STRICT, WITHOUT ROWID;

-- Prices that the operator ordered, beside those that the program declares.
CREATE TABLE price_orders (
  number INTEGER PRIMARY KEY,
  offer_id TEXT NOT NULL,
  -- Null: back to the declared price.
  price INTEGER,
  from_at INTEGER NOT NULL,
  ordered_at INTEGER NOT NULL
) STRICT;
