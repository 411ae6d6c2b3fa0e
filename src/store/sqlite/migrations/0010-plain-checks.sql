-- An IN over more than two values makes a table of them each time that a row is written, and of a payment's row that is five
-- times. The same check as comparisons costs next to nothing; the constraint of a table changes with the table only.
CREATE TABLE payments_anew (
  id TEXT NOT NULL PRIMARY KEY,
  state TEXT NOT NULL CHECK (
    state = 'claimed' OR state = 'served' OR state = 'settling' OR state = 'settled' OR state = 'released'
    OR state = 'free' OR state = 'uncharged' OR state = 'credit' OR state = 'refused' OR state = 'reversed'
  ),
  epoch INTEGER NOT NULL,
  offer_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  protocol TEXT NOT NULL,
  network TEXT NOT NULL,
  asset TEXT NOT NULL,
  payer TEXT NOT NULL,
  pay_to TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0),
  nonce TEXT,
  valid_after INTEGER,
  valid_before INTEGER,
  signature TEXT,
  credential_hash TEXT NOT NULL,
  client TEXT NOT NULL,
  -- JSON arrays of text.
  keys TEXT NOT NULL,
  identities TEXT NOT NULL,
  free INTEGER NOT NULL CHECK (free IN (0, 1)),
  instance TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  claimed_at INTEGER NOT NULL,
  served_at INTEGER,
  settled_at INTEGER,
  reason TEXT,
  claim_block INTEGER NOT NULL,
  transaction_hash TEXT,
  block_number INTEGER,
  block_hash TEXT,
  log_index INTEGER,
  final INTEGER NOT NULL CHECK (final IN (0, 1)),
  bound INTEGER NOT NULL DEFAULT 0 CHECK (bound IN (0, 1)),
  theft INTEGER NOT NULL DEFAULT 0 CHECK (theft IN (0, 1)),
  unfinished INTEGER NOT NULL DEFAULT 0 CHECK (unfinished IN (0, 1))
) STRICT;
INSERT INTO payments_anew (
    id, state, epoch, offer_id, fingerprint, protocol, network, asset, payer, pay_to, amount, nonce, valid_after, valid_before,
    signature, credential_hash, client, keys, identities, free, instance, lease_until, claimed_at, served_at, settled_at, reason,
    claim_block, transaction_hash, block_number, block_hash, log_index, final, bound, theft, unfinished
  ) SELECT
    id, state, epoch, offer_id, fingerprint, protocol, network, asset, payer, pay_to, amount, nonce, valid_after, valid_before,
    signature, credential_hash, client, keys, identities, free, instance, lease_until, claimed_at, served_at, settled_at, reason,
    claim_block, transaction_hash, block_number, block_hash, log_index, final, bound, theft, unfinished
  FROM payments;
DROP TABLE payments;
ALTER TABLE payments_anew RENAME TO payments;

CREATE INDEX payments_credential ON payments (credential_hash);
CREATE INDEX payments_expiry ON payments (valid_before);
CREATE INDEX payments_outstanding ON payments (payer, network, amount, valid_before, unfinished, free)
  WHERE unfinished = 1 AND free = 0 AND valid_before IS NOT NULL;
CREATE INDEX payments_lease ON payments (lease_until) WHERE unfinished = 1;
CREATE INDEX payments_settled_block ON payments (network, block_number, payer, amount, state) WHERE block_number IS NOT NULL;
CREATE INDEX payments_unfinal ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NOT NULL;
CREATE INDEX payments_unfinal_transfers ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NULL;
CREATE INDEX payments_ended_transfers ON payments (settled_at) WHERE final = 1 AND nonce IS NULL;
CREATE INDEX payments_watched ON payments (network, valid_before) WHERE reason IS NOT NULL;
