import type { Query } from '../store/store.ts'
import { goneBy, isOwners } from './instances-gone.ts'

export interface FreeLeasesInput {
  readonly names: readonly string[]
  /** Who would take them. */
  readonly owner: string
  readonly now: number
  readonly goneBy?: number
}

/** Which of these named leases nobody else holds, in their order: never taken, run out, or of an instance that is gone. */
export const freeLeases: Query<FreeLeasesInput, string[]> = {
  name: 'free_leases',
  sqlite: (transaction, { names, owner, now, goneBy: moment = 0 }) =>
    transaction
      .all(
        `SELECT given.value AS name FROM json_each(?) given LEFT JOIN leases held ON held.name = given.value
         WHERE held.name IS NULL OR held.owner = ? OR held.until <= ?
           OR EXISTS (SELECT 1 FROM leases gone WHERE ${isOwners('gone', 'held')} AND ${goneBy('gone', '?')}) ORDER BY given.key`,
        JSON.stringify(names),
        owner,
        BigInt(now),
        BigInt(moment),
      )
      .map((row) => row['name'] as string),
  postgres: {
    text: `SELECT given.name FROM unnest(:names::text[]) WITH ORDINALITY AS given (name, position) LEFT JOIN leases held ON held.name = given.name
        WHERE held.name IS NULL OR held.owner = :owner OR held.until <= :now
          OR EXISTS (SELECT 1 FROM leases gone WHERE ${isOwners('gone', 'held')} AND ${goneBy('gone', ':gone_by')}) ORDER BY given.position`,
    values: ({ names, owner, now, goneBy: moment = 0 }) => ({ names, owner, now: BigInt(now), gone_by: BigInt(moment) }),
    result: (rows) => rows.map((row) => row['name'] as string),
  },
}
