import type { Unit } from '../store/store.ts'
import { goneBy, isOwners } from './instances-gone.ts'

export interface TakeLeaseInput {
  readonly name: string
  readonly owner: string
  readonly until: number
  readonly now: number
  readonly force: boolean
  /** Instances whose own lease ended at or before this are gone, and what they had is free. 0, the default: only those that gave it back. */
  readonly goneBy?: number
}

/** Takes or extends a named lease; true when it is the owner's now. `force` takes it from whoever has it. */
export const takeLease: Unit<TakeLeaseInput, boolean> = {
  name: 'take_lease',
  sqlite: (transaction, { name, owner, until, now, force, goneBy: moment = 0 }) =>
    transaction.run(
      `INSERT INTO leases (name, owner, until) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
       WHERE owner = excluded.owner OR until <= ? OR ? = 1
         OR EXISTS (SELECT 1 FROM leases gone WHERE ${isOwners('gone', 'leases')} AND ${goneBy('gone', '?')})`,
      name,
      owner,
      BigInt(until),
      BigInt(now),
      force ? 1n : 0n,
      BigInt(moment),
    ).changes === 1,
  postgres: {
    // Whether its owner is gone is seen as of the statement's begin, so it is asked for the lease as it was then: an owner that has
    // come back and taken it again keeps it.
    text: `INSERT INTO leases (name, owner, until) VALUES (:name, :owner, :until)
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
        WHERE leases.owner = excluded.owner OR leases.until <= :now OR :force::int8 = 1
          OR EXISTS (
            SELECT 1 FROM leases held JOIN leases gone ON ${isOwners('gone', 'held')}
            WHERE held.name = excluded.name AND held.owner = leases.owner AND held.until = leases.until AND ${goneBy('gone', ':gone_by')}
          ) RETURNING owner`,
    values: ({ name, owner, until, now, force, goneBy: moment = 0 }) => ({
      name,
      owner,
      until: BigInt(until),
      now: BigInt(now),
      force: force ? 1n : 0n,
      gone_by: BigInt(moment),
    }),
    result: (rows) => rows.length === 1,
  },
}

/** Gives a lease back, if it is still this owner's. */
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
