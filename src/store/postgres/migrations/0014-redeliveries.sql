-- An item that is delivered again counts as delivered at that time only once that delivery is paid for.

-- When it was last delivered again, and the payment that is to pay for it; null where it was not.
ALTER TABLE delivered_items ADD COLUMN again_at int8;
ALTER TABLE delivered_items ADD COLUMN again_payment_id text COLLATE "C";
CREATE INDEX delivered_items_again ON delivered_items (again_payment_id) WHERE again_payment_id IS NOT NULL;
