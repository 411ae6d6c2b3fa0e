-- Events that the operator's own server is told by HTTP (HOOK_URL). A row goes when it was delivered.
CREATE TABLE hook_events (
  -- The same whenever it is delivered.
  id TEXT NOT NULL PRIMARY KEY,
  -- `payment.settled`, `payment.refused`, `payment.reversed`, `payment.refunded`, `test`.
  kind TEXT NOT NULL,
  -- Receipt id; empty for what is not about a payment.
  subject TEXT NOT NULL,
  -- JSON; null where the payment says everything.
  body TEXT,
  at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL DEFAULT 0,
  -- 1: it is not tried again until the operator says so.
  dead INTEGER NOT NULL DEFAULT 0,
  -- Why the last try failed.
  failed TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX hook_events_due ON hook_events (dead, due_at);

-- In the unit that changes the payment, whichever it is, so that no event is lost or told of what did not happen.
CREATE TRIGGER payments_hooks AFTER UPDATE OF state ON payments
WHEN (NEW.state = 'settled' OR NEW.state = 'refused' OR NEW.state = 'reversed' OR NEW.state = 'refunded')
  AND OLD.state <> NEW.state AND NEW.timing <> 'refund'
BEGIN
  INSERT OR IGNORE INTO hook_events (id, kind, subject, at)
  SELECT NEW.id || '-' || NEW.epoch, 'payment.' || NEW.state, NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE EXISTS (SELECT 1 FROM ledger_facts WHERE name = 'hooks');
END;
