-- What chains said, kept so that it can be looked up. Addresses, hashes and words are lower-case hex; `network` is a CAIP-2 id,
-- with `sandbox:` before it for local chains. Rows of blocks that are not final may go again; `index_checkpoints` says how far
-- each index is, and changes in one unit with the rows.

CREATE TABLE index_checkpoints (
  name TEXT NOT NULL,
  network TEXT NOT NULL,
  -- What is followed. An index of something else begins anew.
  subject TEXT NOT NULL,
  start_block INTEGER NOT NULL,
  -- All final blocks from the first one to this one have been read; of none yet: one below the first.
  firm_block INTEGER NOT NULL,
  -- The newest block that has been read; with it all down to `tip_start`. Between that and the firm block may be some that have not.
  tip_block INTEGER NOT NULL,
  tip_start INTEGER NOT NULL,
  -- Goes up with every change, so that of two writers one is too late.
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (name, network)
) STRICT, WITHOUT ROWID;

-- Hashes of blocks up to which an index has read. While the newest one stands, so does everything below it.
CREATE TABLE index_blocks (
  name TEXT NOT NULL,
  network TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  block_hash TEXT NOT NULL,
  PRIMARY KEY (name, network, block_number)
) STRICT, WITHOUT ROWID;

-- Events of ERC-8004 identity registries. What an agent is now follows from the last ones of each kind.
CREATE TABLE agent_events (
  network TEXT NOT NULL,
  block_number INTEGER NOT NULL,
  log_index INTEGER NOT NULL,
  block_hash TEXT NOT NULL,
  transaction_hash TEXT NOT NULL,
  -- Unix seconds of the block.
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('registered', 'owner', 'uri', 'wallet', 'approved', 'operator')),
  -- Decimal; null for operators, who are appointed by an owner for all agents of theirs.
  agent_id TEXT,
  -- The new owner, wallet, approved account or operator; who registered or changed the address of the file. Null: nobody any more.
  account TEXT,
  -- The owner before, or the one who approves.
  other TEXT,
  -- Address of the registration file; null where it is longer than what is kept.
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
  -- Who gave the feedback, and the how manyth of theirs about this agent it is. Decimal.
  reviewer TEXT NOT NULL,
  feedback_index TEXT NOT NULL,
  -- Of what was given: decimal, to be divided by ten to the power of value_decimals.
  value TEXT,
  value_decimals INTEGER,
  tag1 TEXT,
  tag2 TEXT,
  endpoint TEXT,
  uri TEXT,
  content_hash TEXT,
  -- Of a response: who wrote it.
  responder TEXT,
  PRIMARY KEY (network, block_number, log_index)
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_feedback_agent ON agent_feedback (network, agent_id, kind, block_number, log_index);
CREATE INDEX agent_feedback_one ON agent_feedback (network, agent_id, reviewer, feedback_index, kind);
CREATE INDEX agent_feedback_reviewer ON agent_feedback (reviewer, network, kind);

-- Transfers that are large, or touch an address that is watched.
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
  -- 64 hex digits, so that they sort like the numbers.
  amount TEXT NOT NULL,
  -- From the threshold of its token on.
  large INTEGER NOT NULL CHECK (large IN (0, 1)),
  PRIMARY KEY (network, block_number, log_index)
) STRICT, WITHOUT ROWID;
CREATE INDEX token_transfers_large ON token_transfers (network, token, at, block_number, log_index, amount) WHERE large = 1;
CREATE INDEX token_transfers_sender ON token_transfers (sender, network, at);
CREATE INDEX token_transfers_recipient ON token_transfers (recipient, network, at);
CREATE INDEX token_transfers_age ON token_transfers (network, at);

-- What the planner is to expect. Without figures it takes all events of a network for as few as those of one agent.
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
