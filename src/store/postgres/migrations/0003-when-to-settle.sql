-- Payments may be settled before the work or after the answer, a payment that was settled and not answered is a credit that may be
-- given back, and an answer that was given before its settlement may stay unpaid.

ALTER TABLE payments DROP CONSTRAINT payments_state_check;
ALTER TABLE payments ADD CONSTRAINT payments_state_check CHECK (state IN ('claimed', 'served', 'settling', 'settled', 'released', 'free',
  'uncharged', 'credit', 'refused', 'reversed', 'ordered', 'running', 'refunding', 'refunded', 'owed'));
ALTER TABLE payments DROP CONSTRAINT payments_check;
ALTER TABLE payments ADD CONSTRAINT payments_check
  CHECK (unfinished = (CASE WHEN state IN ('claimed', 'ordered', 'served', 'settling') THEN 1 ELSE 0 END));

-- When it is settled: after the answer is made, first (before the work), or early (after the answer is sent). `refund`: a payment of
-- ours, which gives a payer's money back.
ALTER TABLE payments ADD COLUMN timing text COLLATE "C" NOT NULL DEFAULT 'after';
ALTER TABLE payments_archive ADD COLUMN timing text COLLATE "C" NOT NULL DEFAULT 'after';
-- How often the work was begun with a payment that was settled first.
ALTER TABLE payments ADD COLUMN runs int8 NOT NULL DEFAULT 0;
ALTER TABLE payments_archive ADD COLUMN runs int8 NOT NULL DEFAULT 0;

-- Credits of payments that are at work now, by the time when their lease ends.
CREATE INDEX payments_running ON payments (lease_until) WHERE state = 'running';
