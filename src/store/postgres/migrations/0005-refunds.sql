-- Payments whose answer failed on our side may be given back.

-- Every attempt to give a payment back. The refund is a payment of its own, from the wallet for refunds to the payer: `refund_id` is its
-- receipt, and its state says whether it was sent.
CREATE TABLE refunds (
  refund_id text COLLATE "C" NOT NULL PRIMARY KEY,
  payment_id text COLLATE "C" NOT NULL,
  -- Null while it is under way; then `confirmed` (final on its chain) or `failed` (it can't be sent any more).
  outcome text COLLATE "C",
  day text COLLATE "C" NOT NULL,
  payer text COLLATE "C" NOT NULL,
  network text COLLATE "C" NOT NULL,
  -- What the payer had paid, and what goes back: less by the cost of sending it.
  amount int8 NOT NULL,
  net int8 NOT NULL,
  asked_at int8 NOT NULL,
  -- Why: a stable code.
  reason text COLLATE "C" NOT NULL
);
CREATE INDEX refunds_payment ON refunds (payment_id, asked_at);
CREATE INDEX refunds_open ON refunds (payment_id) WHERE outcome IS NULL;
CREATE INDEX refunds_day ON refunds (day, payer);

-- Credits that were settled first, by the time of their settlement.
CREATE INDEX payments_credits ON payments (settled_at) WHERE state = 'credit' AND timing = 'first';
