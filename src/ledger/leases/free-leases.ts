import type { Query } from '../../store/store.ts'
import { hasEnded, isLeaseOfOwner } from './ended-instances.ts'

export interface FreeLeasesInput {
  readonly names: readonly string[]
  /** The owner that would take them. */
  readonly owner: string
  readonly now: number
  readonly endedBy?: number
}

/** Which of these named leases no other owner holds, in their order: never taken, run out, or of an instance that has ended. */
export const freeLeases: Query<FreeLeasesInput, string[]> = {
  name: 'free_leases',
  sqlite: (transaction, { names, owner, now, endedBy = 0 }) =>
    transaction
      .all(
        `SELECT given.value AS name FROM json_each(?) given LEFT JOIN leases held ON held.name = given.value
         WHERE held.name IS NULL OR held.owner = ? OR held.until <= ?
           OR EXISTS (SELECT 1 FROM leases ended WHERE ${isLeaseOfOwner('ended', 'held')} AND ${hasEnded('ended', '?')}) ORDER BY given.key`,
        JSON.stringify(names),
        owner,
        BigInt(now),
        BigInt(endedBy),
      )
      .map((row) => row['name'] as string),
  postgres: {
    text: `SELECT given.name FROM unnest(:names::text[]) WITH ORDINALITY AS given (name, position) LEFT JOIN leases held ON held.name = given.name
        WHERE held.name IS NULL OR held.owner = :owner OR held.until <= :now
          OR EXISTS (SELECT 1 FROM leases ended WHERE ${isLeaseOfOwner('ended', 'held')} AND ${hasEnded('ended', ':ended_by')}) ORDER BY given.position`,
    values: ({ names, owner, now, endedBy = 0 }) => ({ names, owner, now: BigInt(now), ended_by: BigInt(endedBy) }),
    result: (rows) => rows.map((row) => row['name'] as string),
  },
}
