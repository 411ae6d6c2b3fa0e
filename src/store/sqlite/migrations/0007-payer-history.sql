-- How the archived payments of each payer ended: those that were settled, and those that could not be.
CREATE TABLE payer_history (
  payer TEXT NOT NULL PRIMARY KEY,
  ended INTEGER NOT NULL CHECK (ended >= settled),
  settled INTEGER NOT NULL CHECK (settled >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO payer_history (payer, ended, settled)
  SELECT payer, count(*), sum(state = 'settled') FROM payments_archive
  WHERE state IN ('settled', 'refused', 'reversed') GROUP BY payer;
