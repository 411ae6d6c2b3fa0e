-- Nothing here: what chains said stays in the database of each process, which is SQLite. The step keeps the numbers of both engines alike.
SELECT 1;
