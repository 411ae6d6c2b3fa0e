import type { Hex } from '../../shared/bytes.ts'
import type { Mode } from '../../shared/mode.ts'
import type { Unit } from '../../store/store.ts'
import { factsOf, ledgerIdentity, type LedgerIdentity } from './ledger-identity.ts'

export interface SetModeInput {
  readonly mode: Mode
  /** The address at which the service is paid. Lower case. */
  readonly payTo: Hex
  /** Its name from now on, unless it has one. */
  readonly id: string
}

/** The payee of the newest payment, an archived one where there is no other. Ids begin with their time. */
const newestPayee = `SELECT coalesce((SELECT pay_to FROM payments ORDER BY id DESC LIMIT 1),
  (SELECT pay_to FROM payments_archive ORDER BY id DESC LIMIT 1)) AS pay_to`

/**
 * Gives a ledger without a mode the mode of the service that opens it, and returns the mode it has then. Of several services that
 * open it at once, the first one sets the mode. A ledger with payments from before there were modes accepts only the mode of a
 * service that is paid at the address of its newest payment: networks have the same ids in a sandbox, but each sandbox makes an
 * address of its own. For any other service the mode stays null.
 */
export const setMode: Unit<SetModeInput, LedgerIdentity> = {
  name: 'hold_mode',
  sqlite(transaction, { mode, payTo, id }) {
    const known = ledgerIdentity.sqlite(transaction, undefined)
    if (known.mode !== null) return known
    const payee = transaction.get(newestPayee)!['pay_to']
    if (payee !== null && payee !== payTo) return known
    const insert = 'INSERT INTO ledger_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING'
    transaction.run(insert, 'mode', mode)
    transaction.run(insert, 'id', id)
    return ledgerIdentity.sqlite(transaction, undefined)
  },
  postgres: {
    // A row that another instance has just inserted is not visible, but the update that changes nothing returns it.
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
