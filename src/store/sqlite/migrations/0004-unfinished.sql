-- A payment passes through several states before it ends, and an index over its state is rewritten at each. So the indexes
-- look at columns that change when it begins and when it ends.

-- 1 in the states claimed, served and settling.
ALTER TABLE payments ADD COLUMN unfinished INTEGER NOT NULL DEFAULT 0 CHECK (unfinished IN (0, 1));
UPDATE payments SET unfinished = 1 WHERE state IN ('claimed', 'served', 'settling');

DROP INDEX payments_outstanding;
-- The claim sums from the index alone, so it holds what the condition asks of a row.
CREATE INDEX payments_outstanding ON payments (payer, network, amount, valid_before, unfinished, free)
  WHERE unfinished = 1 AND free = 0 AND valid_before IS NOT NULL;
DROP INDEX payments_lease;
CREATE INDEX payments_lease ON payments (lease_until) WHERE unfinished = 1;

DROP INDEX payments_settled_block;
CREATE INDEX payments_settled_block ON payments (payer, network, block_number) WHERE block_number IS NOT NULL;
DROP INDEX payments_unfinal;
CREATE INDEX payments_unfinal ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NOT NULL;
DROP INDEX payments_unfinal_transfers;
CREATE INDEX payments_unfinal_transfers ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NULL;
DROP INDEX payments_ended_transfers;
CREATE INDEX payments_ended_transfers ON payments (settled_at) WHERE final = 1 AND nonce IS NULL;
DROP INDEX payments_watched;
CREATE INDEX payments_watched ON payments (network, valid_before) WHERE reason IS NOT NULL;
