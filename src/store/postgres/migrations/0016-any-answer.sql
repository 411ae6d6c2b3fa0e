-- Answers may have headers of their own, and prices may be computed from the request.

-- JSON of names and values; null where an answer has none.
ALTER TABLE answers ADD COLUMN headers text COLLATE "C";
-- How the amount was computed, in words; null where the price of the offer is the same for every request.
ALTER TABLE payments ADD COLUMN price_words text COLLATE "C";
ALTER TABLE payments_archive ADD COLUMN price_words text COLLATE "C";
