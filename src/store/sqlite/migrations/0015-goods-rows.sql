-- Rows of lines of goods: JSON by key. The name of the line and of its table are part of the key.

-- What all instances share.
CREATE TABLE goods_rows (
  line TEXT NOT NULL,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  -- Counts the changes of the row, so that a change can rest on the one that was read.
  version INTEGER NOT NULL,
  row TEXT NOT NULL,
  PRIMARY KEY (line, name, key)
) STRICT, WITHOUT ROWID;

-- What each instance makes again.
CREATE TABLE instance_rows (
  line TEXT NOT NULL,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  row TEXT NOT NULL,
  PRIMARY KEY (line, name, key)
) STRICT, WITHOUT ROWID;
