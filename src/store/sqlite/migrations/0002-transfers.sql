-- Payments by a transfer that the payer made: their nonce, window and signature are null.

-- Made with a proof that the payer itself made this claim. Transfers only.
ALTER TABLE payments ADD COLUMN bound INTEGER NOT NULL DEFAULT 0 CHECK (bound IN (0, 1));
-- Answered for a transfer that somebody else had used up: no income of its own, a loss of its amount.
ALTER TABLE payments ADD COLUMN theft INTEGER NOT NULL DEFAULT 0 CHECK (theft IN (0, 1));
ALTER TABLE payments_archive ADD COLUMN bound INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payments_archive ADD COLUMN theft INTEGER NOT NULL DEFAULT 0;

-- A claimed transfer is paid already, so its payer owes nothing for it.
DROP INDEX payments_outstanding;
CREATE INDEX payments_outstanding ON payments (payer, network, amount, state, free, valid_before)
  WHERE state IN ('claimed', 'served', 'settling') AND free = 0 AND valid_before IS NOT NULL;

-- Transfers are watched until final by whoever runs, authorizations by the owner of the signers.
CREATE INDEX payments_unfinal_transfers ON payments (network, settled_at) WHERE state = 'settled' AND final = 0 AND nonce IS NULL;
CREATE INDEX payments_ended_transfers ON payments (settled_at) WHERE state = 'settled' AND final = 1 AND nonce IS NULL;

CREATE TABLE archived_totals_by_theft (
  network TEXT NOT NULL,
  state TEXT NOT NULL,
  theft INTEGER NOT NULL,
  payments INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (network, state, theft)
) STRICT, WITHOUT ROWID;
INSERT INTO archived_totals_by_theft (network, state, theft, payments, amount)
  SELECT network, state, 0, payments, amount FROM archived_totals;
DROP TABLE archived_totals;
ALTER TABLE archived_totals_by_theft RENAME TO archived_totals;

-- Payers who were served again after a theft: from then on only bound proofs of theirs are taken. Never expires.
CREATE TABLE bound_only (
  payer TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- What was given to payers after thefts, by UTC day; the cap of the day is held against it.
CREATE TABLE theft_losses (
  day TEXT NOT NULL PRIMARY KEY,
  payments INTEGER NOT NULL,
  amount INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
