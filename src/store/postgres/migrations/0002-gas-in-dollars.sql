-- What gas may cost is judged against what settlements bring, so slots and days know both.

-- The most that the newest transactions of the slot may cost, in gwei; what its payments bring, in base units; and whether its payer
-- is a contract. Slots of before count as nothing.
ALTER TABLE slots ADD COLUMN worst_gwei int8 NOT NULL DEFAULT 0;
ALTER TABLE slots ADD COLUMN value int8 NOT NULL DEFAULT 0;
ALTER TABLE slots ADD COLUMN contract int8 NOT NULL DEFAULT 0;

-- What the transactions of the day settled, in base units, and the part of both figures that contract payers had.
ALTER TABLE gas_spent ADD COLUMN settled int8 NOT NULL DEFAULT 0;
ALTER TABLE gas_spent ADD COLUMN contract_gwei int8 NOT NULL DEFAULT 0;
ALTER TABLE gas_spent ADD COLUMN contract_settled int8 NOT NULL DEFAULT 0;
