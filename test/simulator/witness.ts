import type { Store, Unit } from '../../src/store/store.ts'

interface Stored {
  readonly network: string
  readonly signer: string
}

/**
 * The store as one instance changes it, looked at in the very moment of each change: whoever stores a transaction owns the
 * queue of its signer then.
 */
export function witnessed(store: Store, instance: string, breach: (what: string) => void): Pick<Store, 'read' | 'write'> {
  return {
    read: (query, input) => store.read(query, input),
    write: (unit, input) => store.write(unit.name === 'record_transaction' ? watched(unit) : unit, input),
  }

  function watched<Input, Output>(unit: Unit<Input, Output>): Unit<Input, Output> {
    return {
      ...unit,
      sqlite(transaction, input) {
        const stored = () => transaction.get('SELECT count(*) AS n FROM transactions')?.['n']
        const before = stored()
        const output = unit.sqlite(transaction, input)
        if (stored() === before) return output
        const { network, signer } = input as Stored
        const name = `settler:${network}:${signer.toLowerCase()}`
        const owner = transaction.get('SELECT owner FROM leases WHERE name = ?', name)?.['owner']
        if (owner !== instance)
          breach(`${instance} stored a transaction of ${signer.slice(0, 10)} while ${owner ? String(owner) : 'nobody'} owned its queue`)
        return output
      },
    }
  }
}
