-- PostgreSQL updates a row in place only where no index names a column that changes, and the condition of an index names its columns too.
-- The state changes with every step of every payment, so no index may name it. Few payments are settled first.

DROP INDEX payments_running;
DROP INDEX payments_credits;
CREATE INDEX payments_settled_first ON payments (settled_at) WHERE timing = 'first';
