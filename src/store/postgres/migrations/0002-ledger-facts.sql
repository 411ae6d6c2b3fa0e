-- What a ledger knows of itself.
--   mode    sandbox or live, of whoever opened it first: it is never used in the other one
--   id      which ledger it is, wherever its rows lie
--   moving  while the rows of another engine come here, and are not all here yet: which copy that is
CREATE TABLE ledger_facts (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  value text NOT NULL
);
