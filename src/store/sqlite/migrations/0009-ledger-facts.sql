-- What a ledger knows of itself.
--   mode    sandbox or live, of whoever opened it first: it is never used in the other one
--   id      which ledger it is, wherever its rows lie
--   moving  the copy that was last taken to another engine, while nobody has opened the ledger since
--   moved   that the ledger is elsewhere now, under the same id; since when, in milliseconds since the epoch
CREATE TABLE ledger_facts (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
