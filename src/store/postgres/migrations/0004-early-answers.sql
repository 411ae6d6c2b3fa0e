-- Answers that are sent before their payment is settled. What may be lost by them is bounded, and what was lost is on record.

-- What the archived payments brought that were settled, in base units. `since`: when the payer last owed an early answer. Nothing that
-- was settled up to then counts as its history.
ALTER TABLE payer_history ADD COLUMN settled_amount int8 NOT NULL DEFAULT 0;
ALTER TABLE payer_history ADD COLUMN since int8 NOT NULL DEFAULT 0;
UPDATE payer_history SET settled_amount = paid.amount
  FROM (SELECT payer, sum(amount)::int8 AS amount FROM payments_archive WHERE state = 'settled' AND theft = 0 GROUP BY payer) AS paid
  WHERE paid.payer = payer_history.payer;

-- What was answered early and is not settled: summed by payer and by client address before another answer is sent early. A reason says
-- that the payment is owed, or is being paid after it was owed: then it is a loss already.
CREATE INDEX payments_early_payer ON payments (payer, amount) WHERE timing = 'early' AND unfinished = 1 AND reason IS NULL;
CREATE INDEX payments_early_client ON payments (client, amount) WHERE timing = 'early' AND unfinished = 1 AND reason IS NULL;
-- What a payer owes. A claim looks it up.
CREATE INDEX payments_owing ON payments (payer, id) WHERE timing = 'early' AND reason IS NOT NULL;

-- Number and sum of early answers that could not be collected, by the day on which that was found out. `subject` is `all`, or
-- `client:` with the client address. What is paid later stays counted: the bounds of that day are used up.
CREATE TABLE early_losses (
  day text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  payments int8 NOT NULL,
  amount int8 NOT NULL,
  PRIMARY KEY (day, subject)
);
