-- An operator who has a transaction finds what it paid for without a walk through the archive. A transaction settles many payments, which are
-- archived together, so the index is small.
CREATE INDEX payments_archive_transaction ON payments_archive (transaction_hash) WHERE transaction_hash IS NOT NULL;
