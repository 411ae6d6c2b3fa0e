-- Payments whose answer failed on our side may be given back.

-- Every attempt to give a payment back. The refund is a payment of its own, from the wallet for refunds to the payer: `refund_id` is its
-- receipt, and its state says whether it was sent.
CREATE TABLE refunds (
  refund_id TEXT NOT NULL PRIMARY KEY,
  payment_id TEXT NOT NULL,
  -- Null while it is under way; then `confirmed` (final on its chain) or `failed` (it can't be sent any more).
  outcome TEXT,
  day TEXT NOT NULL,
  payer TEXT NOT NULL,
  network TEXT NOT NULL,
  -- What the payer had paid, and what goes back: less by the cost of sending it.
  amount INTEGER NOT NULL,
  net INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  -- Why: a stable code.
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX refunds_payment ON refunds (payment_id, asked_at);
CREATE INDEX refunds_open ON refunds (payment_id) WHERE outcome IS NULL;
CREATE INDEX refunds_day ON refunds (day, payer);

-- Credits that were settled first, by the time of their settlement.
CREATE INDEX payments_credits ON payments (settled_at) WHERE state = 'credit' AND timing = 'first';
