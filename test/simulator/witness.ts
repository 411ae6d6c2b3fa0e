import { instanceLeaseName } from '../../src/ledger/instances-gone.ts'
import type { SqliteTransaction, Store, Unit } from '../../src/store/store.ts'

interface WitnessParts {
  readonly instance: string
  readonly now: () => number
  /** Clocks of instances may lie so far apart. */
  readonly clocksApartMs: number
  readonly breach: (what: string) => void
}

/** Looks before a unit changes anything, and gives what looks after it did. */
type Look = (transaction: SqliteTransaction, input: never) => (transaction: SqliteTransaction) => void

/**
 * The store as one instance changes it, looked at in the very moment of each change: whoever stores a transaction owns the
 * queue of its signer then, and nobody takes what somebody has who lives.
 */
export function witnessed(store: Store, parts: WitnessParts): Pick<Store, 'read' | 'write'> {
  const { instance, breach } = parts

  /** Whether this moment, by whatever clock, has not come yet. */
  const isToCome = (until: unknown) => Number(until) > parts.now() + parts.clocksApartMs

  function lives(transaction: SqliteTransaction, other: string): boolean {
    const lease = transaction.get('SELECT owner, until FROM leases WHERE name = ?', instanceLeaseName(other))
    return lease !== undefined && lease['owner'] !== '' && isToCome(lease['until'])
  }

  const looks: Readonly<Record<string, Look>> = {
    record_transaction(before, { network, signer }: { network: string; signer: string }) {
      const stored = (transaction: SqliteTransaction) => transaction.get('SELECT count(*) AS n FROM transactions')?.['n']
      const known = stored(before)
      return (transaction) => {
        if (stored(transaction) === known) return
        const name = `settler:${network}:${signer.toLowerCase()}`
        const owner = transaction.get('SELECT owner FROM leases WHERE name = ?', name)?.['owner']
        if (owner !== instance)
          breach(`${instance} stored a transaction of ${signer.slice(0, 10)} while ${owner ? String(owner) : 'nobody'} owned its queue`)
      }
    },
    take_lease(before, { name }: { name: string }) {
      const ownerOf = (transaction: SqliteTransaction) => transaction.get('SELECT owner, until FROM leases WHERE name = ?', name)
      const held = ownerOf(before)
      const other = held?.['owner'] as string | undefined
      if (!other || other === instance || name.startsWith(instanceLeaseName('')) || !isToCome(held?.['until'])) return () => {}
      const taken = lives(before, other)
      return (transaction) => {
        if (taken && ownerOf(transaction)?.['owner'] !== other) breach(`${instance} took ${name} from ${other}, which lives`)
      }
    },
    adopt(before, { rows }: { rows: readonly { id: string }[] }) {
      const ownerOf = (transaction: SqliteTransaction, id: string) =>
        transaction.get('SELECT instance, lease_until FROM payments WHERE id = ?', id)
      const held = rows.flatMap(({ id }) => {
        const row = ownerOf(before, id)
        const other = row?.['instance'] as string | undefined
        return other && other !== instance && isToCome(row?.['lease_until']) && lives(before, other) ? [{ id, other }] : []
      })
      return (transaction) => {
        for (const { id, other } of held)
          if (ownerOf(transaction, id)?.['instance'] !== other)
            breach(`${instance} took receipt ${id.slice(0, 8)} from ${other}, which lives`)
      }
    },
  }

  function watched<Input, Output>(unit: Unit<Input, Output>, look: Look): Unit<Input, Output> {
    return {
      ...unit,
      sqlite(transaction, input) {
        const after = look(transaction, input as never)
        const output = unit.sqlite(transaction, input)
        after(transaction)
        return output
      },
    }
  }

  return {
    read: (query, input) => store.read(query, input),
    write(unit, input) {
      const look = looks[unit.name]
      return store.write(look ? watched(unit, look) : unit, input)
    },
  }
}
