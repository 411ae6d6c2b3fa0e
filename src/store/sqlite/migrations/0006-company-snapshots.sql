-- Companies of registers that publish no changes: what was asked for is watched, and its record kept whenever it changed.
-- All times are milliseconds since the epoch.

CREATE TABLE company_watches (
  -- Id of the register's source.
  source TEXT NOT NULL,
  register_number TEXT NOT NULL,
  country TEXT NOT NULL,
  first_asked_at INTEGER NOT NULL,
  last_asked_at INTEGER NOT NULL,
  next_refresh_at INTEGER NOT NULL,
  PRIMARY KEY (source, register_number)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_watches_due ON company_watches (source, next_refresh_at);
CREATE INDEX company_watches_asked ON company_watches (last_asked_at);

-- One row for each state of a record, numbered from 1.
CREATE TABLE company_snapshots (
  source TEXT NOT NULL,
  register_number TEXT NOT NULL,
  version INTEGER NOT NULL,
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  -- Where the register shows the record.
  url TEXT NOT NULL,
  -- JSON of a RegisterRecord.
  record TEXT NOT NULL,
  PRIMARY KEY (source, register_number, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX company_snapshots_seen ON company_snapshots (last_seen_at);
