-- The schema of the SQLite store: the ledger, the sanctions lists, and what was read from chains.
--
-- Unless a column says otherwise: times are milliseconds since the epoch, amounts are USDC base units (6 decimals), addresses and
-- hashes are lower-case hex, `network` is a CAIP-2 id, `day` is a UTC date such as 2026-11-22. Amounts, block numbers and account
-- nonces are integers below 2^63. Amounts of wei are stored as decimal text, because they may be larger.

-- ---------------------------------------------------------------------------------------------------------------------------
-- The ledger
-- ---------------------------------------------------------------------------------------------------------------------------

-- What a ledger knows about itself.
--   mode    sandbox or live: set when the ledger is opened first; the ledger is never used in the other mode
--   id      identifies this ledger, also after its rows have moved to another engine
--   moving  the newest copy to another engine, until this ledger is opened again
--   moved   since when (milliseconds since the epoch) the ledger lies elsewhere, under the same id
CREATE TABLE ledger_facts (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Hot payments: every unfinished payment, and every ended payment until its authorization has expired.
CREATE TABLE payments (
  -- Receipt id. It begins with the time of the purchase, so ids sort by time.
  id TEXT NOT NULL PRIMARY KEY,
  -- Comparisons instead of IN: an IN over more than two values builds a table at each write, and a payment's row is written five times.
  state TEXT NOT NULL CHECK (
    state = 'claimed' OR state = 'served' OR state = 'settling' OR state = 'settled' OR state = 'released'
    OR state = 'free' OR state = 'uncharged' OR state = 'credit' OR state = 'refused' OR state = 'reversed'
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
  -- 1 in the states claimed, served and settling. It changes twice, the state at each step, so indexes use this column.
  unfinished INTEGER NOT NULL DEFAULT 0 CHECK (unfinished IN (0, 1))
) STRICT;

CREATE INDEX payments_expiry ON payments (valid_before);
-- What a payer owes that no block holds yet. The claim sums it from the index alone, so the index has the columns of its condition.
CREATE INDEX payments_outstanding ON payments (payer, network, amount, valid_before, unfinished, free)
  WHERE unfinished = 1 AND free = 0 AND valid_before IS NOT NULL;
CREATE INDEX payments_lease ON payments (lease_until) WHERE unfinished = 1;
-- Begins with the block, so the payments of one transaction lie together. A claim asks for the few blocks after the one at which
-- the payer's balance was read.
CREATE INDEX payments_settled_block ON payments (network, block_number, payer, amount, state) WHERE block_number IS NOT NULL;
-- Every instance watches transfers until they are final; only the owner of the signers watches authorizations.
CREATE INDEX payments_unfinal ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NOT NULL;
CREATE INDEX payments_unfinal_transfers ON payments (network, settled_at) WHERE final = 0 AND settled_at IS NOT NULL AND nonce IS NULL;
CREATE INDEX payments_ended_transfers ON payments (settled_at) WHERE final = 1 AND nonce IS NULL;
CREATE INDEX payments_watched ON payments (network, valid_before) WHERE reason IS NOT NULL;
-- Transfers only: an authorization is found by its own key. An index over random values writes one page for nearly every payment.
CREATE INDEX payments_credential ON payments (credential_hash) WHERE nonce IS NULL;

-- Ended payments whose authorization has expired. The columns are those of `payments`, except `identities`, which has a table of
-- its own, and `unfinished`. No claim searches this table for a free key.
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
  final INTEGER NOT NULL,
  bound INTEGER NOT NULL DEFAULT 0,
  theft INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX payments_archive_credential ON payments_archive (credential_hash);

-- Number and sum of the archived payments. Counted when rows move to the archive, so that totals need not read it.
CREATE TABLE archived_totals (
  network TEXT NOT NULL,
  state TEXT NOT NULL,
  theft INTEGER NOT NULL,
  payments INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (network, state, theft)
) STRICT, WITHOUT ROWID;

-- Per payer, the number of archived payments that were settled, refused or reversed (`ended`), and of those that were settled.
CREATE TABLE payer_history (
  payer TEXT NOT NULL PRIMARY KEY,
  ended INTEGER NOT NULL CHECK (ended >= settled),
  settled INTEGER NOT NULL CHECK (settled >= 0)
) STRICT, WITHOUT ROWID;

-- Every key that only one hot payment may own: of an authorization, of a transfer, or of the one answer after a theft.
CREATE TABLE identities (
  identity TEXT NOT NULL PRIMARY KEY,
  payment_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The same for archived payments. A payer may sign a nonce again with a later expiry after the first authorization ended unused, so
-- the identity alone is not unique.
CREATE TABLE identities_archive (
  identity TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  PRIMARY KEY (identity, payment_id)
) STRICT, WITHOUT ROWID;

-- Idempotency keys, hashed and scoped to the payer. They stay as long as the answer is kept, also after the payment was archived.
CREATE TABLE payment_keys (
  key TEXT NOT NULL PRIMARY KEY,
  payment_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_keys_expiry ON payment_keys (expires_at);

-- Wallets that paid at least once, on any network. Rows never expire: the first call free is the first paid call ever.
CREATE TABLE paying_wallets (
  payer TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- The first call free of each wallet: the payment that has it; empty text while the wallet may still use it. `day` and `client` say
-- which row of `free_calls` counted it.
CREATE TABLE free_grants (
  payer TEXT NOT NULL PRIMARY KEY,
  payment_id TEXT NOT NULL,
  day TEXT NOT NULL,
  client TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Number of first calls free per day and client address.
CREATE TABLE free_calls (
  day TEXT NOT NULL,
  client TEXT NOT NULL,
  used INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (day, client)
) STRICT, WITHOUT ROWID;

-- Number of calls of the daily free quota per day and client address key.
CREATE TABLE quotas (
  day TEXT NOT NULL,
  pool TEXT NOT NULL,
  used INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (day, pool)
) STRICT, WITHOUT ROWID;

-- Number of runs without a charge per UTC hour. `subject` is `payer:` or `client:` with the address.
CREATE TABLE uncharged_runs (
  hour TEXT NOT NULL,
  subject TEXT NOT NULL,
  runs INTEGER NOT NULL,
  PRIMARY KEY (hour, subject)
) STRICT, WITHOUT ROWID;

-- Payers who were answered once more after a theft. From then on only proofs bound to them are accepted. Rows never expire.
CREATE TABLE bound_only (
  payer TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Number and sum of the answers given to payers after thefts, per day. The daily cap is checked against it.
CREATE TABLE theft_losses (
  day TEXT NOT NULL PRIMARY KEY,
  payments INTEGER NOT NULL,
  amount INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Stored answers: either the body, or the name of the file that holds it. `status` is the HTTP status.
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
  -- The day on which it was mined or abandoned.
  closed_day TEXT,
  PRIMARY KEY (network, signer, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX slots_open ON slots (network, signer, nonce) WHERE state = 'open';
CREATE INDEX slots_closed ON slots (closed_day) WHERE closed_day IS NOT NULL;

-- Every transaction signed for a slot, stored before it is sent. The rowid is the order in which they were stored. Fees are in wei.
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

-- The payments that a slot settles. `position` is their place in the batch, from 0.
CREATE TABLE slot_payments (
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  nonce INTEGER NOT NULL,
  payment_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (network, signer, nonce, payment_id)
) STRICT, WITHOUT ROWID;

-- Gas paid for closed slots, in gwei per signer and day.
CREATE TABLE gas_spent (
  network TEXT NOT NULL,
  signer TEXT NOT NULL,
  day TEXT NOT NULL,
  gwei INTEGER NOT NULL,
  PRIMARY KEY (network, signer, day)
) STRICT, WITHOUT ROWID;

-- Payers who may not buy until a moment. `reason` is a stable code.
CREATE TABLE barred (
  payer TEXT NOT NULL PRIMARY KEY,
  until INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX barred_until ON barred (until);

-- Named leases: which instance owns a signer or a job, and which instances are alive.
CREATE TABLE leases (
  name TEXT NOT NULL PRIMARY KEY,
  owner TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Every price that an offer had, and from when on.
CREATE TABLE prices (
  number INTEGER PRIMARY KEY,
  offer_id TEXT NOT NULL,
  price INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX prices_offer ON prices (offer_id, number);

-- Exceptional events only, such as refused, reversed, unsettled, barred or settled late.
CREATE TABLE audit (
  number INTEGER PRIMARY KEY,
  -- Null where the event has no time of its own.
  at INTEGER,
  kind TEXT NOT NULL,
  -- Receipt id, or the payer's address.
  subject TEXT NOT NULL,
  -- JSON.
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_subject ON audit (subject);

-- ---------------------------------------------------------------------------------------------------------------------------
-- Sanctions lists, as their publishers release them
-- ---------------------------------------------------------------------------------------------------------------------------

-- The state of each list that is screened.
CREATE TABLE sanctions_lists (
  list TEXT NOT NULL PRIMARY KEY,
  -- The entries of this generation are the list. Readers that began earlier may still use the generation before.
  generation INTEGER NOT NULL,
  -- The publisher's version, and when it was published.
  version TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  -- When these entries were loaded, and when they were last found equal to what is published.
  loaded_at INTEGER NOT NULL,
  checked_at INTEGER NOT NULL,
  -- Number of entries, and a digest of them.
  entries INTEGER NOT NULL,
  digest TEXT NOT NULL,
  -- Validators of the HTTP response, for conditional requests.
  etag TEXT,
  last_modified TEXT
) STRICT, WITHOUT ROWID;

-- One row per entry, as JSON. Rows of any other generation than the list's are being written, or may be deleted.
CREATE TABLE sanctions_entries (
  list TEXT NOT NULL,
  generation INTEGER NOT NULL,
  id TEXT NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (list, generation, id)
) STRICT;

-- ---------------------------------------------------------------------------------------------------------------------------
-- Chain indexes: events read from chains and kept for look-ups
-- ---------------------------------------------------------------------------------------------------------------------------
-- In these tables `network` is a CAIP-2 id, with `sandbox:` before it for local chains, and `at` is the time of the block in Unix
-- seconds. Rows of blocks that are not final may be removed again. A checkpoint changes in the same transaction as the rows.

-- How far each index has read.
CREATE TABLE index_checkpoints (
  name TEXT NOT NULL,
  network TEXT NOT NULL,
  -- What the index follows. When it changes, the index starts again.
  subject TEXT NOT NULL,
  start_block INTEGER NOT NULL,
  -- All final blocks from the first one to this one have been read. One below the first: none has been read.
  firm_block INTEGER NOT NULL,
  -- The newest block that was read. All blocks from `tip_start` to it were read; blocks between firm_block and tip_start may be missing.
  tip_block INTEGER NOT NULL,
  tip_start INTEGER NOT NULL,
  -- Increases with every change, so that of two concurrent writers one fails.
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (name, network)
) STRICT, WITHOUT ROWID;

-- Hashes of blocks up to which an index has read. While the newest one is on the chain, so are all blocks below it.
CREATE TABLE index_blocks (
  name TEXT NOT NULL,
  network TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  block_hash TEXT NOT NULL,
  PRIMARY KEY (name, network, block_number)
) STRICT, WITHOUT ROWID;

-- Events of ERC-8004 identity registries. The newest event of each kind gives the current state of an agent.
CREATE TABLE agent_events (
  network TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  log_index INTEGER NOT NULL,
  block_hash TEXT NOT NULL,
  transaction_hash TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('registered', 'owner', 'uri', 'wallet', 'approved', 'operator')),
  -- Decimal. Null for operators: an owner appoints them for all of its agents.
  agent_id TEXT,
  -- The new owner, wallet, approved account or operator; for `registered` and `uri`, the account that did it. Null: none from now on.
  account TEXT,
  -- The owner before, or the account that approves.
  other TEXT,
  -- Address of the registration file. Null where it is too long to keep.
  uri TEXT,
  -- Operators: 1 appointed, 0 dismissed.
  granted INTEGER,
  PRIMARY KEY (network, block_number, log_index)
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_events_agent ON agent_events (network, agent_id, kind, block_number, log_index);
CREATE INDEX agent_events_account ON agent_events (account, kind, network, block_number, log_index);
CREATE INDEX agent_events_other ON agent_events (other, kind, network, block_number, log_index);

-- Events of ERC-8004 reputation registries.
CREATE TABLE agent_feedback (
  network TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  log_index INTEGER NOT NULL,
  block_hash TEXT NOT NULL,
  transaction_hash TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('given', 'revoked', 'response')),
  agent_id TEXT NOT NULL,
  -- The reviewer's address, and the number of this feedback among the reviewer's feedback on this agent. Decimal.
  reviewer TEXT NOT NULL,
  feedback_index TEXT NOT NULL,
  -- Kind `given`: a decimal integer, to be divided by ten to the power of value_decimals.
  value TEXT,
  value_decimals INTEGER,
  tag1 TEXT,
  tag2 TEXT,
  endpoint TEXT,
  uri TEXT,
  content_hash TEXT,
  -- Kind `response`: its author.
  responder TEXT,
  PRIMARY KEY (network, block_number, log_index)
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_feedback_agent ON agent_feedback (network, agent_id, kind, block_number, log_index);
CREATE INDEX agent_feedback_one ON agent_feedback (network, agent_id, reviewer, feedback_index, kind);
CREATE INDEX agent_feedback_reviewer ON agent_feedback (reviewer, network, kind);

-- Token transfers that are large, or whose sender or recipient is watched.
CREATE TABLE token_transfers (
  network TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  log_index INTEGER NOT NULL,
  block_hash TEXT NOT NULL,
  transaction_hash TEXT NOT NULL,
  at INTEGER NOT NULL,
  token TEXT NOT NULL,
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  -- Base units of the token as 64 hex digits, so that text order is numeric order.
  amount TEXT NOT NULL,
  -- 1: the amount reaches the threshold of its token.
  large INTEGER NOT NULL CHECK (large IN (0, 1)),
  PRIMARY KEY (network, block_number, log_index)
) STRICT, WITHOUT ROWID;
CREATE INDEX token_transfers_large ON token_transfers (network, token, at, block_number, log_index, amount) WHERE large = 1;
CREATE INDEX token_transfers_sender ON token_transfers (sender, network, at);
CREATE INDEX token_transfers_recipient ON token_transfers (recipient, network, at);
CREATE INDEX token_transfers_age ON token_transfers (network, at);

-- Watched addresses: all of their transfers are kept, also small ones. A reading fetches the transfers of some of them from before
-- they were watched: sent and received ones, from one block to another. Up to that block the index of transfers had read for good
-- when the reading began; after it, the index keeps their transfers itself.
CREATE TABLE watched_readings (
  network TEXT NOT NULL,
  reading INTEGER NOT NULL,
  -- The tokens that are read.
  tokens TEXT NOT NULL,
  -- First block of the index of transfers. When that index starts again, so do all readings.
  index_start INTEGER NOT NULL,
  since_block INTEGER NOT NULL,
  until_block INTEGER NOT NULL,
  -- Sent and received transfers have been read from since_block to here. One below since_block: none has been read.
  sent_block INTEGER NOT NULL,
  received_block INTEGER NOT NULL,
  -- Increases with every change, so that of two concurrent writers one fails.
  version INTEGER NOT NULL,
  PRIMARY KEY (network, reading)
) STRICT, WITHOUT ROWID;

-- `reading` is null while the address waits for its reading.
CREATE TABLE watched_addresses (
  network TEXT NOT NULL,
  address TEXT NOT NULL,
  reading INTEGER,
  PRIMARY KEY (network, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX watched_addresses_reading ON watched_addresses (network, reading, address);

-- Expected sizes for the query planner. Without them it assumes that a network has as few events as one agent.
ANALYZE index_checkpoints;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('agent_events', 'agent_events', '600000 100000 2 1'),
  ('agent_events', 'agent_events_agent', '600000 100000 8 2 1 1'),
  ('agent_events', 'agent_events_account', '600000 6 3 2 1 1'),
  ('agent_events', 'agent_events_other', '600000 6 3 2 1 1'),
  ('agent_feedback', 'agent_feedback', '600000 100000 2 1'),
  ('agent_feedback', 'agent_feedback_agent', '600000 100000 50 40 2 1'),
  ('agent_feedback', 'agent_feedback_one', '600000 100000 50 4 2 1'),
  ('agent_feedback', 'agent_feedback_reviewer', '600000 20 10 8'),
  ('token_transfers', 'token_transfers', '600000 100000 2 1'),
  ('token_transfers', 'token_transfers_large', '600000 100000 60000 4 2 1 1'),
  ('token_transfers', 'token_transfers_sender', '600000 50 20 2'),
  ('token_transfers', 'token_transfers_recipient', '600000 50 20 2'),
  ('token_transfers', 'token_transfers_age', '600000 100000 4');
ANALYZE sqlite_schema;
