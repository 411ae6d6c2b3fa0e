-- What reports of the operator need.

-- The days of reports: when money came in, or the call was made where none came.
CREATE INDEX payments_archive_moment ON payments_archive (coalesce(settled_at, claimed_at), id);

-- What one unit of a currency or coin was worth in US dollars, by UTC day.
CREATE TABLE reference_rates (
  -- `EUR`, or a coin that pays gas such as `ETH`.
  unit text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  -- Decimal text.
  usd text COLLATE "C" NOT NULL,
  -- Who published it.
  source text COLLATE "C" NOT NULL,
  recorded_at int8 NOT NULL,
  PRIMARY KEY (unit, day)
);
