-- Rows of lines of goods that all instances share: JSON by key. The name of the line and of its table are part of the key.

CREATE TABLE goods_rows (
  line text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- Counts the changes of the row, so that a change can rest on the one that was read.
  version int8 NOT NULL,
  row text COLLATE "C" NOT NULL,
  PRIMARY KEY (line, name, key)
);
