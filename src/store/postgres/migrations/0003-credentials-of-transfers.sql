-- An authorization is looked up by itself; only a transfer has nothing but the credential that brought it. An index over random
-- values touches a page of its own for nearly every payment.
DROP INDEX payments_credential;
CREATE INDEX payments_credential ON payments (credential_hash) WHERE nonce IS NULL;
