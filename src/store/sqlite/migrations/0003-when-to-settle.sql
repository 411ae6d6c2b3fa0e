-- Payments may be settled before the work or after the answer, a payment that was settled and not answered is a credit that may be
-- given back, and an answer that was given before its settlement may stay unpaid. SQLite can't change a CHECK, so the table is made anew.

CREATE TABLE payments_with_orders (
  -- Receipt id. It begins with the time of the purchase, so ids sort by time.
  id TEXT NOT NULL PRIMARY KEY,
  -- Comparisons instead of IN: an IN over more than two values builds a table at each write, and a payment's row is written five times.
  state TEXT NOT NULL CHECK (
    state = 'claimed' OR state = 'served' OR state = 'settling' OR state = 'settled' OR state = 'released'
    OR state = 'free' OR state = 'uncharged' OR state = 'credit' OR state = 'refused' OR state = 'reversed'
    OR state = 'ordered' OR state = 'running' OR state = 'refunding' OR state = 'refunded' OR state = 'owed'
  ),
  -- Counts the transitions. Every change compares the state and the epoch first.
  epoch INTEGER NOT NULL,
  offer_id TEXT NOT NULL,
  -- SHA-256 of the offer id and the canonical input.
  fingerprint TEXT NOT NULL,
  protocol TEXT NOT NULL,
  network TEXT NOT NULL,
  -- Contract address of the token.
  asset TEXT NOT NULL,
  payer TEXT NOT NULL,
  pay_to TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0),
  -- The authorization (EIP-3009). These four are null for a transfer that the payer sent. valid_after and valid_before are seconds.
  nonce TEXT,
  valid_after INTEGER,
  valid_before INTEGER,
  signature TEXT,
  -- Hash of the credential.
  credential_hash TEXT NOT NULL,
  -- Client address key of the first call.
  client TEXT NOT NULL,
  -- JSON arrays of text: the hashed idempotency keys, and the keys that this payment owns in `identities`.
  keys TEXT NOT NULL,
  identities TEXT NOT NULL,
  -- 1: this is the wallet's first call free.
  free INTEGER NOT NULL CHECK (free IN (0, 1)),
  -- The instance that works on the payment, and until when.
  instance TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  claimed_at INTEGER NOT NULL,
  served_at INTEGER,
  settled_at INTEGER,
  -- A stable code: why the payment was released, uncharged, refused, reversed or became a credit.
  reason TEXT,
  -- Newest block when the payment was claimed. The search for its logs starts there.
  claim_block INTEGER NOT NULL,
  -- The transaction that paid, or the newest one sent while the payment is settling.
  transaction_hash TEXT,
  block_number INTEGER,
  block_hash TEXT,
  log_index INTEGER,
  -- 1: the block of the settlement is final.
  final INTEGER NOT NULL CHECK (final IN (0, 1)),
  -- 1: the claim came with a proof from the payer. Transfers only.
  bound INTEGER NOT NULL DEFAULT 0 CHECK (bound IN (0, 1)),
  -- 1: an answer given for a transfer that somebody else had already used. It earns nothing and costs its amount.
  theft INTEGER NOT NULL DEFAULT 0 CHECK (theft IN (0, 1)),
  -- 1 in the states claimed, ordered, served and settling. It changes twice, the state at each step, so indexes use this column.
  unfinished INTEGER NOT NULL DEFAULT 0 CHECK (unfinished IN (0, 1)),
  -- When it is settled: after the answer is made, first (before the work), or early (after the answer is sent). `refund`: a payment of
  -- ours, which gives a payer's money back.
  timing TEXT NOT NULL DEFAULT 'after',
  -- How often the work was begun with a payment that was settled first.
  runs INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO payments_with_orders (id, state, epoch, offer_id, fingerprint, protocol, network, asset, payer, pay_to, amount, nonce, valid_after, valid_before, signature, credential_hash, client, keys, identities, free, instance, lease_until, claimed_at, served_at, settled_at, reason, claim_block, transaction_hash, block_number, block_hash, log_index, final, bound, theft, unfinished)
  SELECT id, state, epoch, offer_id, fingerprint, protocol, network, asset, payer, pay_to, amount, nonce, valid_after, valid_before, signature, credential_hash, client, keys, identities, free, instance, lease_until, claimed_at, served_at, settled_at, reason, claim_block, transaction_hash, block_number, block_hash, log_index, final, bound, theft, unfinished FROM payments;
DROP TABLE payments;
ALTER TABLE payments_with_orders RENAME TO payments;

-- The indexes of before; 0001-schema.sql says what each is for.
CREATE INDEX payments_expiry ON payments (valid_before);
CREATE INDEX payments_outstanding ON payments (payer, network, amount, valid_before, unfinished, free) WHERE unfinished = 1 AND free = 0 AND valid_before IS NOT NULL;
CREATE INDEX payments_lease ON payments (lease_until) WHERE unfinished = 1;
CREATE INDEX payments_settled_block ON payments (network, block_number, payer, amount, state) WHERE block_number IS NOT NULL;
CREATE INDEX payments_unfinal ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NOT NULL;
CREATE INDEX payments_unfinal_transfers ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NULL;
CREATE INDEX payments_ended_transfers ON payments (settled_at) WHERE final = 1 AND nonce IS NULL;
CREATE INDEX payments_watched ON payments (network, valid_before) WHERE reason IS NOT NULL;
CREATE INDEX payments_credential ON payments (credential_hash) WHERE nonce IS NULL;

-- Credits of payments that are at work now, by the time when their lease ends.
CREATE INDEX payments_running ON payments (lease_until) WHERE state = 'running';

ALTER TABLE payments_archive ADD COLUMN timing TEXT NOT NULL DEFAULT 'after';
ALTER TABLE payments_archive ADD COLUMN runs INTEGER NOT NULL DEFAULT 0;
