-- Events that the operator's own server is told by HTTP (HOOK_URL). A row goes when it was delivered.
CREATE TABLE hook_events (
  -- The same whenever it is delivered.
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  -- `payment.settled`, `payment.refused`, `payment.reversed`, `payment.refunded`, `test`.
  kind text NOT NULL,
  -- Receipt id; empty for what is not about a payment.
  subject text NOT NULL,
  -- JSON; null where the payment says everything.
  body text,
  at int8 NOT NULL,
  tries int8 NOT NULL DEFAULT 0,
  due_at int8 NOT NULL DEFAULT 0,
  -- 1: it is not tried again until the operator says so.
  dead int8 NOT NULL DEFAULT 0,
  -- Why the last try failed.
  failed text
);

CREATE INDEX hook_events_due ON hook_events (dead, due_at);

CREATE FUNCTION note_payment_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO hook_events (id, kind, subject, at)
  SELECT NEW.id || '-' || NEW.epoch, 'payment.' || NEW.state, NEW.id, (extract(epoch FROM clock_timestamp()) * 1000)::int8
  WHERE EXISTS (SELECT 1 FROM ledger_facts WHERE name = 'hooks')
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- In the unit that changes the payment, whichever it is, so that no event is lost or told of what did not happen.
CREATE TRIGGER payments_hooks AFTER UPDATE OF state ON payments FOR EACH ROW
WHEN (NEW.state IN ('settled', 'refused', 'reversed', 'refunded') AND OLD.state <> NEW.state AND NEW.timing <> 'refund')
EXECUTE FUNCTION note_payment_event();
