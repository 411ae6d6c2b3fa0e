-- A reorganisation takes back what settlements cost and brought, so what was booked for it is known.

-- What was booked in `gas_spent` on the slot's closed_day: gas in gwei, and what a contract payer's transaction brought, in base units.
-- When the slot is opened again, both are taken off that day. Slots that were closed before this migration count as nothing.
ALTER TABLE slots ADD COLUMN booked_gwei INTEGER NOT NULL DEFAULT 0;
ALTER TABLE slots ADD COLUMN booked_contract_settled INTEGER NOT NULL DEFAULT 0;

-- No column is new in `gas_spent`. `settled` is booked when a payment is settled, not when its slot is closed, and is taken back when the
-- payment is unsettled. It stands in the row of the network and the day whose signer is empty.
