-- Companies of registers that publish no changes: what was asked for is watched, and its record kept whenever it changed.
-- All times are milliseconds since the epoch.

CREATE TABLE company_watches (
  -- Id of the register's source.
  source text COLLATE "C" NOT NULL,
  register_number text COLLATE "C" NOT NULL,
  country text COLLATE "C" NOT NULL,
  first_asked_at int8 NOT NULL,
  last_asked_at int8 NOT NULL,
  next_refresh_at int8 NOT NULL,
  PRIMARY KEY (source, register_number)
);
CREATE INDEX company_watches_due ON company_watches (source, next_refresh_at);
CREATE INDEX company_watches_asked ON company_watches (last_asked_at);

-- One row for each state of a record, numbered from 1.
CREATE TABLE company_snapshots (
  source text COLLATE "C" NOT NULL,
  register_number text COLLATE "C" NOT NULL,
  version int8 NOT NULL,
  first_seen_at int8 NOT NULL,
  last_seen_at int8 NOT NULL,
  -- Where the register shows the record.
  url text COLLATE "C" NOT NULL,
  -- JSON of a RegisterRecord.
  record text COLLATE "C" NOT NULL,
  PRIMARY KEY (source, register_number, version)
);
CREATE INDEX company_snapshots_seen ON company_snapshots (last_seen_at);
