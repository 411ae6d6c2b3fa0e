-- What one transaction settled lies side by side in an index that begins with the block, and on as many pages as there are payers
-- in one that begins with the payer. A claim asks for the blocks after the one that its balance was read at, which are few.
DROP INDEX payments_settled_block;
CREATE INDEX payments_settled_block ON payments (network, block_number, payer, amount, state) WHERE block_number IS NOT NULL;
