-- What the tools of the operator need: reports and prices.

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

-- Prices that the operator ordered, beside those that the program declares.
CREATE TABLE price_orders (
  number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  offer_id text COLLATE "C" NOT NULL,
  -- Null: back to the declared price.
  price int8,
  from_at int8 NOT NULL,
  ordered_at int8 NOT NULL
);
