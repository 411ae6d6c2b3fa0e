import type { Unit } from '../../store/store.ts'
import { hasEnded, isLeaseOfOwner } from './ended-instances.ts'

export interface TakeLeaseInput {
  readonly name: string
  readonly owner: string
  readonly until: number
  readonly now: number
  readonly force: boolean
  /** Instances whose own lease ended at or before this have ended, and what they had is free. 0, the default: only those that released it. */
  readonly endedBy?: number
}

/** Takes or extends a named lease; true when it is the owner's now. `force` takes it from another owner. */
export const takeLease: Unit<TakeLeaseInput, boolean> = {
  name: 'take_lease',
  sqlite: (transaction, { name, owner, until, now, force, endedBy = 0 }) =>
    transaction.run(
      `INSERT INTO leases (name, owner, until) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
       WHERE owner = excluded.owner OR until <= ? OR ? = 1
         OR EXISTS (SELECT 1 FROM leases ended WHERE ${isLeaseOfOwner('ended', 'leases')} AND ${hasEnded('ended', '?')})`,
      name,
      owner,
      BigInt(until),
      BigInt(now),
      force ? 1n : 0n,
      BigInt(endedBy),
    ).changes === 1,
  postgres: {
    // Whether the owner has ended is seen as of the statement's start. So the condition asks for the lease as it was then: an owner
    // that has come back and taken it again keeps it.
    text: `INSERT INTO leases (name, owner, until) VALUES (:name, :owner, :until)
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
        WHERE leases.owner = excluded.owner OR leases.until <= :now OR :force::int8 = 1
          OR EXISTS (
            SELECT 1 FROM leases held JOIN leases ended ON ${isLeaseOfOwner('ended', 'held')}
            WHERE held.name = excluded.name AND held.owner = leases.owner AND held.until = leases.until AND ${hasEnded('ended', ':ended_by')}
          ) RETURNING owner`,
    values: ({ name, owner, until, now, force, endedBy = 0 }) => ({
      name,
      owner,
      until: BigInt(until),
      now: BigInt(now),
      force: force ? 1n : 0n,
      ended_by: BigInt(endedBy),
    }),
    result: (rows) => rows.length === 1,
  },
}

/** Releases a lease, if it is still this owner's. */
export const releaseLease: Unit<{ readonly name: string; readonly owner: string }, void> = {
  name: 'release_lease',
  sqlite(transaction, { name, owner }) {
    transaction.run('DELETE FROM leases WHERE name = ? AND owner = ?', name, owner)
  },
  postgres: {
    text: 'DELETE FROM leases WHERE name = :name AND owner = :owner',
    values: ({ name, owner }) => ({ name, owner }),
    result: () => undefined,
  },
}
