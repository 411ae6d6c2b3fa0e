import { instanceLeaseName } from '../../../src/ledger/leases/ended-instances.ts'
import type { SqliteTransaction, Store, Unit } from '../../../src/store/store.ts'

interface CheckWritesParts {
  readonly instance: string
  readonly now: () => number
  /** Most that the clocks of two instances may differ. */
  readonly clocksApartMs: number
  readonly breach: (what: string) => void
}

/** Runs before a unit changes anything, and returns the check that runs after it. */
type Check = (transaction: SqliteTransaction, input: never) => (transaction: SqliteTransaction) => void

/**
 * The store as one instance writes it, with checks at the moment of each write: an instance that stores a transaction owns the queue
 * of its signer at that moment, and no instance takes a lease or a payment from a living one.
 */
export function checkWrites(store: Store, parts: CheckWritesParts): Pick<Store, 'read' | 'write'> {
  const { instance, breach } = parts

  /** Whether this time is in the future by the clock of every instance. */
  const isInFuture = (until: unknown) => Number(until) > parts.now() + parts.clocksApartMs

  function isAlive(transaction: SqliteTransaction, other: string): boolean {
    const lease = transaction.get('SELECT owner, until FROM leases WHERE name = ?', instanceLeaseName(other))
    return lease !== undefined && lease['owner'] !== '' && isInFuture(lease['until'])
  }

  const checks: Readonly<Record<string, Check>> = {
    record_transaction(before, { network, signer }: { network: string; signer: string }) {
      const stored = (transaction: SqliteTransaction) => transaction.get('SELECT count(*) AS n FROM transactions')?.['n']
      const known = stored(before)
      return (transaction) => {
        if (stored(transaction) === known) return
        const name = `settler:${network}:${signer.toLowerCase()}`
        const owner = transaction.get('SELECT owner FROM leases WHERE name = ?', name)?.['owner']
        if (owner !== instance)
          breach(
            `${instance} stored a transaction of ${signer.slice(0, 10)} while ${owner ? String(owner) : 'no instance'} owned its queue`,
          )
      }
    },
    take_lease(before, { name }: { name: string }) {
      const ownerOf = (transaction: SqliteTransaction) => transaction.get('SELECT owner, until FROM leases WHERE name = ?', name)
      const held = ownerOf(before)
      const other = held?.['owner'] as string | undefined
      if (!other || other === instance || name.startsWith(instanceLeaseName('')) || !isInFuture(held?.['until'])) return () => {}
      const taken = isAlive(before, other)
      return (transaction) => {
        if (taken && ownerOf(transaction)?.['owner'] !== other) breach(`${instance} took ${name} from ${other}, which is alive`)
      }
    },
    adopt(before, { rows }: { rows: readonly { id: string }[] }) {
      const ownerOf = (transaction: SqliteTransaction, id: string) =>
        transaction.get('SELECT instance, lease_until FROM payments WHERE id = ?', id)
      const held = rows.flatMap(({ id }) => {
        const row = ownerOf(before, id)
        const other = row?.['instance'] as string | undefined
        return other && other !== instance && isInFuture(row?.['lease_until']) && isAlive(before, other) ? [{ id, other }] : []
      })
      return (transaction) => {
        for (const { id, other } of held)
          if (ownerOf(transaction, id)?.['instance'] !== other)
            breach(`${instance} took receipt ${id.slice(0, 8)} from ${other}, which is alive`)
      }
    },
  }

  function checked<Input, Output>(unit: Unit<Input, Output>, check: Check): Unit<Input, Output> {
    return {
      ...unit,
      sqlite(transaction, input) {
        const after = check(transaction, input as never)
        const output = unit.sqlite(transaction, input)
        after(transaction)
        return output
      },
    }
  }

  return {
    read: (query, input) => store.read(query, input),
    write(unit, input) {
      const check = checks[unit.name]
      return store.write(check ? checked(unit, check) : unit, input)
    },
  }
}
