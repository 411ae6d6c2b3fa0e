-- Sanctions lists as their publishers gave them out. Times are milliseconds since the epoch.

-- The state of each list that is looked into.
CREATE TABLE sanctions_lists (
  list TEXT NOT NULL PRIMARY KEY,
  -- Entries of this generation are the list. The one before stays for those who still read it.
  generation INTEGER NOT NULL,
  version TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  -- When these entries were taken over, and when they were last known to be what is published.
  loaded_at INTEGER NOT NULL,
  checked_at INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  digest TEXT NOT NULL,
  etag TEXT,
  last_modified TEXT
) STRICT, WITHOUT ROWID;

-- One row for each entry, as JSON. Rows of a generation that is not its list's are being written, or of no use any more.
CREATE TABLE sanctions_entries (
  list TEXT NOT NULL,
  generation INTEGER NOT NULL,
  id TEXT NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (list, generation, id)
) STRICT;
