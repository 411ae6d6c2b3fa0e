-- The schema of the ledger on PostgreSQL.
--
-- Unless a column says otherwise: times are milliseconds since the epoch, amounts are USDC base units (6 decimals), addresses and
-- hashes are lower-case hex, `network` is a CAIP-2 id, `day` is a UTC date such as 2026-11-22. Amounts, block numbers and account
-- nonces are integers below 2^63. Amounts of wei are stored as decimal text, because they may be larger.
-- Tables and columns are those of the SQLite engine, so that a ledger can move here row by row. Keys sort by bytes, as they do there.

-- What a ledger knows about itself.
--   mode    sandbox or live: set when the ledger is opened first; the ledger is never used in the other mode
--   id      identifies this ledger, also after its rows have moved to another engine
--   moving  which copy from another engine is coming in, until all of its rows are here
CREATE TABLE ledger_facts (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  value text NOT NULL
);

-- A unit that decides by what it has read takes the next turn of that name. When two have read the same, the second finds that the
-- turn it saw is over, and reads again.
CREATE TABLE turns (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  turn int8 NOT NULL
) WITH (fillfactor = 70);

-- Hot payments: every unfinished payment, and every ended payment until its authorization has expired.
CREATE TABLE payments (
  -- Receipt id. It begins with the time of the purchase, so ids sort by time.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  state text COLLATE "C" NOT NULL CHECK (state IN ('claimed', 'served', 'settling', 'settled', 'released', 'free', 'uncharged', 'credit', 'refused', 'reversed')),
  -- Counts the transitions. Every change compares the state and the epoch first.
  epoch int8 NOT NULL,
  offer_id text NOT NULL,
  -- SHA-256 of the offer id and the canonical input.
  fingerprint text NOT NULL,
  protocol text NOT NULL,
  network text COLLATE "C" NOT NULL,
  -- Contract address of the token.
  asset text NOT NULL,
  payer text COLLATE "C" NOT NULL,
  pay_to text NOT NULL,
  amount int8 NOT NULL CHECK (amount >= 0),
  -- The authorization (EIP-3009). These four are null for a transfer that the payer sent. valid_after and valid_before are seconds.
  nonce text,
  valid_after int8,
  valid_before int8,
  signature text,
  -- Hash of the credential.
  credential_hash text COLLATE "C" NOT NULL,
  -- Client address key of the first call.
  client text NOT NULL,
  -- JSON arrays of text: the hashed idempotency keys, and the keys that this payment owns in `identities`.
  keys text NOT NULL,
  identities text NOT NULL,
  -- 1: this is the wallet's first call free.
  free int2 NOT NULL CHECK (free IN (0, 1)),
  -- The instance that works on the payment, and until when.
  instance text NOT NULL,
  lease_until int8 NOT NULL,
  claimed_at int8 NOT NULL,
  served_at int8,
  settled_at int8,
  -- A stable code: why the payment was released, uncharged, refused, reversed or became a credit.
  reason text,
  -- Newest block when the payment was claimed. The search for its logs starts there.
  claim_block int8 NOT NULL,
  -- The transaction that paid, or the newest one sent while the payment is settling.
  transaction_hash text,
  block_number int8,
  block_hash text,
  log_index int8,
  -- 1: the block of the settlement is final.
  final int2 NOT NULL CHECK (final IN (0, 1)),
  -- 1: the claim came with a proof from the payer. Transfers only.
  bound int2 NOT NULL DEFAULT 0 CHECK (bound IN (0, 1)),
  -- 1: an answer given for a transfer that somebody else had already used. It earns nothing and costs its amount.
  theft int2 NOT NULL DEFAULT 0 CHECK (theft IN (0, 1)),
  -- 1 in the states claimed, served and settling. It changes twice, the state at each step, so indexes use this column.
  unfinished int2 NOT NULL,
  CHECK (unfinished = (CASE WHEN state IN ('claimed', 'served', 'settling') THEN 1 ELSE 0 END))
) WITH (fillfactor = 70);

-- What a payer owes that no block holds yet. The claim sums it from the index alone.
CREATE INDEX payments_outstanding ON payments (payer, network, amount) WHERE unfinished = 1 AND free = 0 AND valid_before IS NOT NULL;
-- Without the state: while no indexed column changes, PostgreSQL updates a row within its page and writes no index.
CREATE INDEX payments_settled_block ON payments (network, block_number, payer) WHERE block_number IS NOT NULL;
CREATE INDEX payments_lease ON payments (lease_until) WHERE unfinished = 1;
CREATE INDEX payments_unfinal ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NOT NULL;
CREATE INDEX payments_unfinal_transfers ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NULL;
CREATE INDEX payments_ended_transfers ON payments (settled_at) WHERE final = 1 AND nonce IS NULL;
CREATE INDEX payments_watched ON payments (network, valid_before) WHERE reason IS NOT NULL;
CREATE INDEX payments_expiry ON payments (valid_before);
-- Transfers only: an authorization is found by its own key. An index over random values writes one page for nearly every payment.
CREATE INDEX payments_credential ON payments (credential_hash) WHERE nonce IS NULL;

-- Ended payments whose authorization has expired. The columns are those of `payments`, except `identities`, which has a table of
-- its own, and `unfinished`. No claim searches this table for a free key.
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

-- Number and sum of the archived payments. Counted when rows move to the archive, so that totals need not read it.
CREATE TABLE archived_totals (
  network text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  theft int2 NOT NULL,
  payments int8 NOT NULL,
  amount int8 NOT NULL,
  PRIMARY KEY (network, state, theft)
);

-- Per payer, the number of archived payments that were settled, refused or reversed (`ended`), and of those that were settled.
CREATE TABLE payer_history (
  payer text COLLATE "C" NOT NULL PRIMARY KEY,
  ended int8 NOT NULL CHECK (ended >= settled),
  settled int8 NOT NULL CHECK (settled >= 0)
);

-- Every key that only one hot payment may own: of an authorization, of a transfer, or of the one answer after a theft.
CREATE TABLE identities (
  identity text COLLATE "C" NOT NULL PRIMARY KEY,
  payment_id text NOT NULL
);

-- The same for archived payments. A payer may sign a nonce again with a later expiry after the first authorization ended unused, so
-- the identity alone is not unique.
CREATE TABLE identities_archive (
  identity text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (identity, payment_id)
);

-- Idempotency keys, hashed and scoped to the payer. They stay as long as the answer is kept, also after the payment was archived.
CREATE TABLE payment_keys (
  key text COLLATE "C" NOT NULL PRIMARY KEY,
  payment_id text NOT NULL,
  expires_at int8 NOT NULL
);
CREATE INDEX payment_keys_expiry ON payment_keys (expires_at);

-- Wallets that paid at least once, on any network. Rows never expire: the first call free is the first paid call ever.
CREATE TABLE paying_wallets (
  payer text COLLATE "C" NOT NULL PRIMARY KEY
);

-- The first call free of each wallet: the payment that has it; empty text while the wallet may still use it. `day` and `client` say
-- which row of `free_calls` counted it.
CREATE TABLE free_grants (
  payer text COLLATE "C" NOT NULL PRIMARY KEY,
  payment_id text NOT NULL,
  day text NOT NULL,
  client text NOT NULL
);

-- Number of first calls free per day and client address.
CREATE TABLE free_calls (
  day text COLLATE "C" NOT NULL,
  client text COLLATE "C" NOT NULL,
  used int8 NOT NULL CHECK (used >= 0),
  PRIMARY KEY (day, client)
) WITH (fillfactor = 70);

-- Number of calls of the daily free quota per day and client address key.
CREATE TABLE quotas (
  day text COLLATE "C" NOT NULL,
  pool text COLLATE "C" NOT NULL,
  used int8 NOT NULL CHECK (used >= 0),
  PRIMARY KEY (day, pool)
) WITH (fillfactor = 70);

-- Number of runs without a charge per UTC hour. `subject` is `payer:` or `client:` with the address.
CREATE TABLE uncharged_runs (
  hour text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  runs int8 NOT NULL,
  PRIMARY KEY (hour, subject)
) WITH (fillfactor = 70);

-- Payers who were answered once more after a theft. From then on only proofs bound to them are accepted. Rows never expire.
CREATE TABLE bound_only (
  payer text COLLATE "C" NOT NULL PRIMARY KEY
);

-- Number and sum of the answers given to payers after thefts, per day. The daily cap is checked against it.
CREATE TABLE theft_losses (
  day text COLLATE "C" NOT NULL PRIMARY KEY,
  payments int8 NOT NULL,
  amount int8 NOT NULL
);

-- Stored answers: either the body, or the name of the file that holds it. `status` is the HTTP status.
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
  -- The day on which it was mined or abandoned.
  closed_day text COLLATE "C",
  PRIMARY KEY (network, signer, nonce)
);
CREATE INDEX slots_open ON slots (network, signer, nonce) WHERE state = 'open';
CREATE INDEX slots_closed ON slots (closed_day) WHERE closed_day IS NOT NULL;

-- Every transaction signed for a slot, stored before it is sent. `number` is the order in which they were stored. Fees are in wei.
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

-- The payments that a slot settles. `position` is their place in the batch, from 0.
CREATE TABLE slot_payments (
  network text COLLATE "C" NOT NULL,
  signer text COLLATE "C" NOT NULL,
  nonce int8 NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  position int8 NOT NULL,
  PRIMARY KEY (network, signer, nonce, payment_id)
);

-- Gas paid for closed slots, in gwei per signer and day.
CREATE TABLE gas_spent (
  network text COLLATE "C" NOT NULL,
  signer text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  gwei int8 NOT NULL,
  PRIMARY KEY (network, signer, day)
);

-- Payers who may not buy until a moment. `reason` is a stable code.
CREATE TABLE barred (
  payer text COLLATE "C" NOT NULL PRIMARY KEY,
  until int8 NOT NULL,
  reason text NOT NULL
);
CREATE INDEX barred_until ON barred (until);

-- Named leases: which instance owns a signer or a job, and which instances are alive.
CREATE TABLE leases (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  owner text NOT NULL,
  until int8 NOT NULL
) WITH (fillfactor = 70);

-- Every price that an offer had, and from when on.
CREATE TABLE prices (
  number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  offer_id text COLLATE "C" NOT NULL,
  price int8 NOT NULL,
  at int8 NOT NULL
);
CREATE INDEX prices_offer ON prices (offer_id, number);

-- Exceptional events only, such as refused, reversed, unsettled, barred or settled late.
CREATE TABLE audit (
  number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null where the event has no time of its own.
  at int8,
  kind text NOT NULL,
  -- Receipt id, or the payer's address.
  subject text COLLATE "C" NOT NULL,
  -- JSON.
  detail text NOT NULL
);
CREATE INDEX audit_subject ON audit (subject);
