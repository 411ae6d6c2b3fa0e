/**
 * A column of a PostgreSQL statement that undoes the whole statement unless the condition holds. The condition may ask what the
 * statement itself has written, such as the number of rows that an `INSERT ... RETURNING` gave.
 *
 * SQL has no other way to abort a statement, so this one divides by zero. No statement of ours divides for another reason, so the
 * store treats that error as a lost race and runs the statement again (`engine-fault.ts`). The divisor is a scalar subquery, which
 * the planner does not evaluate beforehand.
 * @param condition SQL that is true or false, never null
 */
export function abortUnless(condition: string): string {
  return `1 / (SELECT CASE WHEN ${condition} THEN 1 ELSE 0 END)`
}
