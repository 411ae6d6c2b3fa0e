-- What gas may cost is judged against what settlements bring, so slots and days know both.

-- The most that the newest transactions of the slot may cost, in gwei; what its payments bring, in base units; and whether its payer
-- is a contract. Slots of before count as nothing.
ALTER TABLE slots ADD COLUMN worst_gwei INTEGER NOT NULL DEFAULT 0;
ALTER TABLE slots ADD COLUMN value INTEGER NOT NULL DEFAULT 0;
ALTER TABLE slots ADD COLUMN contract INTEGER NOT NULL DEFAULT 0;

-- What the transactions of the day settled, in base units, and the part of both figures that contract payers had.
ALTER TABLE gas_spent ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE gas_spent ADD COLUMN contract_gwei INTEGER NOT NULL DEFAULT 0;
ALTER TABLE gas_spent ADD COLUMN contract_settled INTEGER NOT NULL DEFAULT 0;
