-- The ledger. Times are milliseconds since the epoch, amounts USDC base units, addresses lower-case hex.
-- Block numbers, account nonces and amounts are integers below 2^63; wei stands as text.

-- Hot payments: everything unfinished, and what ended until its authorization has expired.
CREATE TABLE payments (
  id TEXT NOT NULL PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('claimed', 'served', 'settling', 'settled', 'released', 'free', 'uncharged', 'credit', 'refused', 'reversed')),
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
  final INTEGER NOT NULL CHECK (final IN (0, 1))
) STRICT;

CREATE INDEX payments_credential ON payments (credential_hash);
-- What a payer owes us that no block holds yet; the claim sums it from the index alone, which needs the columns of its condition too.
CREATE INDEX payments_outstanding ON payments (payer, network, amount, state, free) WHERE state IN ('claimed', 'served', 'settling') AND free = 0;
CREATE INDEX payments_settled_block ON payments (payer, network, block_number, amount) WHERE state = 'settled';
CREATE INDEX payments_lease ON payments (lease_until) WHERE state IN ('claimed', 'served', 'settling');
CREATE INDEX payments_unfinal ON payments (network, settled_at) WHERE state = 'settled' AND final = 0;
CREATE INDEX payments_watched ON payments (network, valid_before) WHERE state = 'refused';
CREATE INDEX payments_expiry ON payments (valid_before);

-- The same columns but `identities`, which lie in a table of their own. No claim looks for a free place here.
CREATE TABLE payments_archive (
  id TEXT NOT NULL PRIMARY KEY,
  state TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  offer_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  protocol TEXT NOT NULL,
  network TEXT NOT NULL,
  asset TEXT NOT NULL,
  payer TEXT NOT NULL,
  pay_to TEXT NOT NULL,
  amount INTEGER NOT NULL,
  nonce TEXT,
  valid_after INTEGER,
  valid_before INTEGER,
  signature TEXT,
  credential_hash TEXT NOT NULL,
  client TEXT NOT NULL,
  keys TEXT NOT NULL,
  free INTEGER NOT NULL,
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
  final INTEGER NOT NULL
) STRICT;

CREATE INDEX payments_archive_credential ON payments_archive (credential_hash);

-- Counted when rows move, so that totals need not read the archive.
CREATE TABLE archived_totals (
  network TEXT NOT NULL,
  state TEXT NOT NULL,
  payments INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (network, state)
) STRICT, WITHOUT ROWID;

-- Every key that a payment owns alone.
CREATE TABLE identities (
  identity TEXT NOT NULL PRIMARY KEY,
  payment_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A nonce may be signed again with a later expiry once its first authorization has ended unused, so the identity alone is not unique.
CREATE TABLE identities_archive (
  identity TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  PRIMARY KEY (identity, payment_id)
) STRICT, WITHOUT ROWID;

-- Idempotency keys, hashed and scoped to the payer. They outlive the hot row: as long as its answer is kept.
CREATE TABLE payment_keys (
  key TEXT NOT NULL PRIMARY KEY,
  payment_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_keys_expiry ON payment_keys (expires_at);

-- Wallets that paid at least once, on any network. Never expires: the first call free is the first paid call ever.
CREATE TABLE paying_wallets (
  payer TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE free_grants (
  payer TEXT NOT NULL PRIMARY KEY,
  payment_id TEXT NOT NULL,
  day TEXT NOT NULL,
  client TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE free_calls (
  day TEXT NOT NULL,
  client TEXT NOT NULL,
  used INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (day, client)
) STRICT, WITHOUT ROWID;

CREATE TABLE quotas (
  day TEXT NOT NULL,
  pool TEXT NOT NULL,
  used INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (day, pool)
) STRICT, WITHOUT ROWID;

CREATE TABLE uncharged_runs (
  hour TEXT NOT NULL,
  subject TEXT NOT NULL,
  runs INTEGER NOT NULL,
  PRIMARY KEY (hour, subject)
) STRICT, WITHOUT ROWID;

-- Either the body, or the name of the file that holds it.
CREATE TABLE answers (
  payment_id TEXT NOT NULL PRIMARY KEY,
  status INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  body BLOB,
  file TEXT,
  expires_at INTEGER NOT NULL,
  CHECK ((body IS NULL) <> (file IS NULL))
) STRICT;
CREATE INDEX answers_expiry ON answers (expires_at);
CREATE INDEX answers_file ON answers (file) WHERE file IS NOT NULL;

-- One account nonce of one signer.
CREATE TABLE slots (
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  nonce INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'mined', 'abandoned')),
  created_at INTEGER NOT NULL,
  closed_day TEXT,
  PRIMARY KEY (network, signer, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX slots_open ON slots (network, signer, nonce) WHERE state = 'open';
CREATE INDEX slots_closed ON slots (closed_day) WHERE closed_day IS NOT NULL;

-- Every transaction that was signed for a slot, stored before it is sent.
CREATE TABLE transactions (
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  nonce INTEGER NOT NULL,
  hash TEXT NOT NULL,
  raw BLOB NOT NULL,
  max_fee_per_gas TEXT NOT NULL,
  max_priority_fee_per_gas TEXT NOT NULL,
  stored_at INTEGER NOT NULL,
  UNIQUE (network, signer, nonce, hash)
) STRICT;

CREATE TABLE slot_payments (
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  nonce INTEGER NOT NULL,
  payment_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (network, signer, nonce, payment_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE gas_spent (
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  day TEXT NOT NULL,
  gwei INTEGER NOT NULL,
  PRIMARY KEY (network, signer, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE barred (
  payer TEXT NOT NULL PRIMARY KEY,
  until INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX barred_until ON barred (until);

CREATE TABLE leases (
  name TEXT NOT NULL PRIMARY KEY,
  owner TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE prices (
  number INTEGER PRIMARY KEY,
  offer_id TEXT NOT NULL,
  price INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX prices_offer ON prices (offer_id, number);

-- Exceptional events only: refused, reversed, unsettled, barred, late settlement.
CREATE TABLE audit (
  number INTEGER PRIMARY KEY,
  -- Null where the event carries no moment of its own.
  at INTEGER,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_subject ON audit (subject);
