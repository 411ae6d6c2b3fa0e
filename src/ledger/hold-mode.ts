import type { Hex } from '../shared/bytes.ts'
import type { Unit } from '../store/store.ts'
import { factsOf, ledgerFacts, type LedgerFacts, type LedgerMode } from './ledger-facts.ts'

export interface HoldModeInput {
  readonly mode: LedgerMode
  /** Where whoever opens the ledger is paid. Lower case. */
  readonly payTo: Hex
  /** Its name from now on, unless it has one. */
  readonly id: string
}

/** To whom the newest payment went; ids begin with their moment. Of archived ones where there is no other. */
const newestPayee = `SELECT coalesce((SELECT pay_to FROM payments ORDER BY id DESC LIMIT 1),
  (SELECT pay_to FROM payments_archive ORDER BY id DESC LIMIT 1)) AS pay_to`

/**
 * Gives a ledger without a mode that of whoever opens it, and tells the one that it has from then on, which of several that open it
 * at once the first one gave. One with payments from before there were modes takes only that of a service that is paid where the
 * newest of them went: networks have the same ids in a sandbox, but the address that is paid is made for each sandbox anew. To
 * anybody else its mode stays null.
 */
export const holdMode: Unit<HoldModeInput, LedgerFacts> = {
  name: 'hold_mode',
  sqlite(transaction, { mode, payTo, id }) {
    const known = ledgerFacts.sqlite(transaction, undefined)
    if (known.mode !== null) return known
    const payee = transaction.get(newestPayee)!['pay_to']
    if (payee !== null && payee !== payTo) return known
    const insert = 'INSERT INTO ledger_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING'
    transaction.run(insert, 'mode', mode)
    transaction.run(insert, 'id', id)
    return ledgerFacts.sqlite(transaction, undefined)
  },
  postgres: {
    // What another one has just inserted is not seen, but given by the change that changes nothing.
    text: `WITH newest AS (
        ${newestPayee}
      ), held AS (
        INSERT INTO ledger_facts (name, value)
        SELECT fact.name, fact.value FROM newest, (VALUES (1, 'mode', :mode::text), (2, 'id', :id::text)) AS fact (position, name, value)
        WHERE newest.pay_to IS NULL OR newest.pay_to = :pay_to OR EXISTS (SELECT 1 FROM ledger_facts WHERE name = 'mode')
        ORDER BY fact.position
        ON CONFLICT (name) DO UPDATE SET value = ledger_facts.value RETURNING name, value
      ) SELECT name, value FROM held
        UNION ALL SELECT name, value FROM ledger_facts WHERE name NOT IN (SELECT name FROM held)`,
    values: ({ mode, payTo, id }) => ({ mode, pay_to: payTo, id }),
    result: factsOf,
  },
}
