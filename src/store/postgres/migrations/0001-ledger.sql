-- The ledger. Times are milliseconds since the epoch, amounts USDC base units, addresses lower-case hex.
-- Block numbers, account nonces and amounts are integers below 2^63; wei stands as text.
-- Tables and columns are those of the SQLite engine, so that a ledger can be taken over row by row; text sorts by its bytes there.

-- Who decides something by what it has read takes the next turn of that name while it does so: of two that read the same, the
-- second finds that the turn it saw is over, and reads again.
CREATE TABLE turns (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  turn int8 NOT NULL
) WITH (fillfactor = 70);

-- Hot payments: everything unfinished, and what ended until its authorization has expired.
CREATE TABLE payments (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  state text COLLATE "C" NOT NULL CHECK (state IN ('claimed', 'served', 'settling', 'settled', 'released', 'free', 'uncharged', 'credit', 'refused', 'reversed')),
  epoch int8 NOT NULL,
  offer_id text NOT NULL,
  fingerprint text NOT NULL,
  protocol text NOT NULL,
  network text COLLATE "C" NOT NULL,
  asset text NOT NULL,
  payer text COLLATE "C" NOT NULL,
  pay_to text NOT NULL,
  amount int8 NOT NULL CHECK (amount >= 0),
  -- These four are null for a transfer that the payer made.
  nonce text,
  valid_after int8,
  valid_before int8,
  signature text,
  credential_hash text COLLATE "C" NOT NULL,
  client text NOT NULL,
  -- JSON arrays of text.
  keys text NOT NULL,
  identities text NOT NULL,
  free int2 NOT NULL CHECK (free IN (0, 1)),
  instance text NOT NULL,
  lease_until int8 NOT NULL,
  claimed_at int8 NOT NULL,
  served_at int8,
  settled_at int8,
  reason text,
  claim_block int8 NOT NULL,
  transaction_hash text,
  block_number int8,
  block_hash text,
  log_index int8,
  final int2 NOT NULL CHECK (final IN (0, 1)),
  -- Made with a proof that the payer itself made this claim. Transfers only.
  bound int2 NOT NULL DEFAULT 0 CHECK (bound IN (0, 1)),
  -- Answered for a transfer that somebody else had used up: no income of its own, a loss of its amount.
  theft int2 NOT NULL DEFAULT 0 CHECK (theft IN (0, 1)),
  -- 1 in the states claimed, served and settling: a column that changes twice, where the state changes at each step.
  unfinished int2 NOT NULL,
  CHECK (unfinished = (CASE WHEN state IN ('claimed', 'served', 'settling') THEN 1 ELSE 0 END))
) WITH (fillfactor = 70);

CREATE INDEX payments_credential ON payments (credential_hash);
-- What a payer owes us that no block holds yet; the claim sums it from the index alone.
CREATE INDEX payments_outstanding ON payments (payer, network, amount) WHERE unfinished = 1 AND free = 0 AND valid_before IS NOT NULL;
-- Without the state: a row whose indexed columns stay as they are changes within its page, and no index is written.
CREATE INDEX payments_settled_block ON payments (network, block_number, payer) WHERE block_number IS NOT NULL;
CREATE INDEX payments_lease ON payments (lease_until) WHERE unfinished = 1;
CREATE INDEX payments_unfinal ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NOT NULL;
CREATE INDEX payments_unfinal_transfers ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NULL;
CREATE INDEX payments_ended_transfers ON payments (settled_at) WHERE final = 1 AND nonce IS NULL;
CREATE INDEX payments_watched ON payments (network, valid_before) WHERE reason IS NOT NULL;
CREATE INDEX payments_expiry ON payments (valid_before);

-- The same columns but `identities`, which lie in a table of their own. No claim looks for a free place here.
CREATE TABLE payments_archive (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  state text COLLATE "C" NOT NULL,
  epoch int8 NOT NULL,
  offer_id text NOT NULL,
  fingerprint text NOT NULL,
  protocol text NOT NULL,
  network text COLLATE "C" NOT NULL,
  asset text NOT NULL,
  payer text COLLATE "C" NOT NULL,
  pay_to text NOT NULL,
  amount int8 NOT NULL,
  nonce text,
  valid_after int8,
  valid_before int8,
  signature text,
  credential_hash text COLLATE "C" NOT NULL,
  client text NOT NULL,
  keys text NOT NULL,
  free int2 NOT NULL,
  instance text NOT NULL,
  lease_until int8 NOT NULL,
  claimed_at int8 NOT NULL,
  served_at int8,
  settled_at int8,
  reason text,
  claim_block int8 NOT NULL,
  transaction_hash text,
  block_number int8,
  block_hash text,
  log_index int8,
  final int2 NOT NULL,
  bound int2 NOT NULL,
  theft int2 NOT NULL
);

CREATE INDEX payments_archive_credential ON payments_archive (credential_hash);

-- Counted when rows move, so that totals need not read the archive.
CREATE TABLE archived_totals (
  network text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  theft int2 NOT NULL,
  payments int8 NOT NULL,
  amount int8 NOT NULL,
  PRIMARY KEY (network, state, theft)
);

-- How the archived payments of each payer ended: those that were settled, and those that could not be.
CREATE TABLE payer_history (
  payer text COLLATE "C" NOT NULL PRIMARY KEY,
  ended int8 NOT NULL CHECK (ended >= settled),
  settled int8 NOT NULL CHECK (settled >= 0)
);

-- Every key that a payment owns alone.
CREATE TABLE identities (
  identity text COLLATE "C" NOT NULL PRIMARY KEY,
  payment_id text NOT NULL
);

-- A nonce may be signed again with a later expiry once its first authorization has ended unused, so the identity alone is not unique.
CREATE TABLE identities_archive (
  identity text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (identity, payment_id)
);

-- Idempotency keys, hashed and scoped to the payer. They outlive the hot row: as long as its answer is kept.
CREATE TABLE payment_keys (
  key text COLLATE "C" NOT NULL PRIMARY KEY,
  payment_id text NOT NULL,
  expires_at int8 NOT NULL
);
CREATE INDEX payment_keys_expiry ON payment_keys (expires_at);

-- Wallets that paid at least once, on any network. Never expires: the first call free is the first paid call ever.
CREATE TABLE paying_wallets (
  payer text COLLATE "C" NOT NULL PRIMARY KEY
);

CREATE TABLE free_grants (
  payer text COLLATE "C" NOT NULL PRIMARY KEY,
  payment_id text NOT NULL,
  day text NOT NULL,
  client text NOT NULL
);

CREATE TABLE free_calls (
  day text COLLATE "C" NOT NULL,
  client text COLLATE "C" NOT NULL,
  used int8 NOT NULL CHECK (used >= 0),
  PRIMARY KEY (day, client)
) WITH (fillfactor = 70);

CREATE TABLE quotas (
  day text COLLATE "C" NOT NULL,
  pool text COLLATE "C" NOT NULL,
  used int8 NOT NULL CHECK (used >= 0),
  PRIMARY KEY (day, pool)
) WITH (fillfactor = 70);

CREATE TABLE uncharged_runs (
  hour text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  runs int8 NOT NULL,
  PRIMARY KEY (hour, subject)
) WITH (fillfactor = 70);

-- Payers who were served again after a theft: from then on only bound proofs of theirs are taken. Never expires.
CREATE TABLE bound_only (
  payer text COLLATE "C" NOT NULL PRIMARY KEY
);

-- What was given to payers after thefts, by UTC day; the cap of the day is held against it.
CREATE TABLE theft_losses (
  day text COLLATE "C" NOT NULL PRIMARY KEY,
  payments int8 NOT NULL,
  amount int8 NOT NULL
);

-- Either the body, or the name of the file that holds it.
CREATE TABLE answers (
  payment_id text COLLATE "C" NOT NULL PRIMARY KEY,
  status int8 NOT NULL,
  content_type text NOT NULL,
  body bytea,
  file text COLLATE "C",
  expires_at int8 NOT NULL,
  CHECK ((body IS NULL) <> (file IS NULL))
);
CREATE INDEX answers_expiry ON answers (expires_at);
CREATE INDEX answers_file ON answers (file) WHERE file IS NOT NULL;

-- One account nonce of one signer.
CREATE TABLE slots (
  network text COLLATE "C" NOT NULL,
  signer text COLLATE "C" NOT NULL,
  nonce int8 NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'mined', 'abandoned')),
  created_at int8 NOT NULL,
  closed_day text COLLATE "C",
  PRIMARY KEY (network, signer, nonce)
);
CREATE INDEX slots_open ON slots (network, signer, nonce) WHERE state = 'open';
CREATE INDEX slots_closed ON slots (closed_day) WHERE closed_day IS NOT NULL;

-- Every transaction that was signed for a slot, stored before it is sent. `number` is the order in which they were stored.
CREATE TABLE transactions (
  number int8 GENERATED ALWAYS AS IDENTITY,
  network text COLLATE "C" NOT NULL,
  signer text COLLATE "C" NOT NULL,
  nonce int8 NOT NULL,
  hash text COLLATE "C" NOT NULL,
  raw bytea NOT NULL,
  max_fee_per_gas text NOT NULL,
  max_priority_fee_per_gas text NOT NULL,
  stored_at int8 NOT NULL,
  PRIMARY KEY (network, signer, nonce, hash)
);

CREATE TABLE slot_payments (
  network text COLLATE "C" NOT NULL,
  signer text COLLATE "C" NOT NULL,
  nonce int8 NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  position int8 NOT NULL,
  PRIMARY KEY (network, signer, nonce, payment_id)
);

CREATE TABLE gas_spent (
  network text COLLATE "C" NOT NULL,
  signer text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  gwei int8 NOT NULL,
  PRIMARY KEY (network, signer, day)
);

CREATE TABLE barred (
  payer text COLLATE "C" NOT NULL PRIMARY KEY,
  until int8 NOT NULL,
  reason text NOT NULL
);
CREATE INDEX barred_until ON barred (until);

CREATE TABLE leases (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  owner text NOT NULL,
  until int8 NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE prices (
  number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  offer_id text COLLATE "C" NOT NULL,
  price int8 NOT NULL,
  at int8 NOT NULL
);
CREATE INDEX prices_offer ON prices (offer_id, number);

-- Exceptional events only: refused, reversed, unsettled, barred, late settlement.
CREATE TABLE audit (
  number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null where the event carries no moment of its own.
  at int8,
  kind text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  detail text NOT NULL
);
CREATE INDEX audit_subject ON audit (subject);
