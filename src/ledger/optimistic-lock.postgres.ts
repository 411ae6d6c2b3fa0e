/**
 * A part of a PostgreSQL statement that takes an optimistic lock: it counts up the version of a name (table `turns`), and gives
 * a row if no other statement has done so since the statement began. Without a row, what the statement has read may be out of date, so
 * the whole statement is to be run again. Another process that wants the same name waits here until this statement commits.
 * @param name SQL that gives the name
 * @param condition SQL that says whether the lock is needed at all
 */
export function takeOptimisticLock(name: string, condition: string): string {
  return takeOptimisticLocks(`SELECT ${name}, 1 WHERE ${condition}`)
}

/** The same for several names, in their order: a row for each lock that was taken. @param names SQL that gives the names, each with the number 1 */
export function takeOptimisticLocks(names: string): string {
  // Where the name had no version, `turn = NULL` refuses the statement if another process has inserted one since.
  return `INSERT INTO turns (name, turn) ${names} ORDER BY 1
    ON CONFLICT (name) DO UPDATE SET turn = turns.turn + 1
      WHERE turns.turn = (SELECT seen.turn FROM turns seen WHERE seen.name = turns.name) RETURNING name`
}
