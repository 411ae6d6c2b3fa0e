/**
 * Of PostgreSQL: a statement that takes the turn of a name, and gives a row if it was ours. It was not where somebody took it
 * since the statement began: what was read then may hold no more, and the whole is to be run again. Whoever comes at the same
 * time waits here until we have committed.
 * @param name SQL that gives the name
 * @param condition SQL that says whether a turn is needed at all
 */
export function takeTurn(name: string, condition: string): string {
  // Where there was none, `turn = NULL` refuses whoever made one meanwhile.
  return `INSERT INTO turns (name, turn) SELECT ${name}, 1 WHERE ${condition}
    ON CONFLICT (name) DO UPDATE SET turn = turns.turn + 1
      WHERE turns.turn = (SELECT seen.turn FROM turns seen WHERE seen.name = ${name}) RETURNING turn`
}
