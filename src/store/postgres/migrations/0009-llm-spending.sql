-- What answers of language models cost, by UTC day, in picodollars: 10^12 of them are a dollar. A call adds the most that it may cost
-- before it asks, and corrects that to what it did cost afterwards.

CREATE TABLE llm_spending (
  day text COLLATE "C" NOT NULL PRIMARY KEY,
  picodollars int8 NOT NULL
);
