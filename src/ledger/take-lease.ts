import type { Unit } from '../store/store.ts'

export interface TakeLeaseInput {
  readonly name: string
  readonly owner: string
  readonly until: number
  readonly now: number
  readonly force: boolean
}

/** Takes or extends a named lease; true when it is the owner's now. `force` takes it from whoever has it. */
export const takeLease: Unit<TakeLeaseInput, boolean> = {
  name: 'take_lease',
  sqlite: (transaction, { name, owner, until, now, force }) =>
    transaction.run(
      `INSERT INTO leases (name, owner, until) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
       WHERE owner = excluded.owner OR until <= ? OR ? = 1`,
      name,
      owner,
      BigInt(until),
      BigInt(now),
      force ? 1n : 0n,
    ).changes === 1,
  postgres: {
    text: `INSERT INTO leases (name, owner, until) VALUES (:name, :owner, :until)
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
        WHERE leases.owner = excluded.owner OR leases.until <= :now OR :force::int8 = 1 RETURNING owner`,
    values: ({ name, owner, until, now, force }) => ({ name, owner, until: BigInt(until), now: BigInt(now), force: force ? 1n : 0n }),
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
