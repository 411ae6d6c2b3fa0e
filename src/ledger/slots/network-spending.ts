import type { Query, Row } from '../../store/store.ts'
import { owed } from '../payments/payment-row.ts'

/** What settling on one network cost and brought. Gas in gwei of its coin, amounts in USDC base units. */
export interface NetworkSpending {
  /** Gas of slots closed on the day, and what payments settled on it brought; and the part of both that contract payers had. */
  readonly gwei: bigint
  readonly settled: bigint
  readonly contractGwei: bigint
  readonly contractSettled: bigint
  /** The most that open slots may cost; and the part of contract payers, with what it may bring. */
  readonly openGwei: bigint
  readonly openContractGwei: bigint
  readonly openContractValue: bigint
  /** Payments in open slots. */
  readonly openPayments: number
  /** Payments that were claimed and are owed, those in open slots included, and what they may bring. */
  readonly unsettledPayments: number
  readonly unsettledValue: bigint
}

/** A refund brings nothing. */
const unsettledValue = `coalesce(sum(CASE WHEN timing = 'refund' THEN 0 ELSE amount END), 0) AS unsettled_value`
const closedColumns = `coalesce(sum(gwei), 0) AS gwei, coalesce(sum(settled), 0) AS settled,
  coalesce(sum(contract_gwei), 0) AS contract_gwei, coalesce(sum(contract_settled), 0) AS contract_settled`
const openColumns = `coalesce(sum(worst_gwei), 0) AS open_gwei, coalesce(sum(contract * worst_gwei), 0) AS open_contract_gwei,
  coalesce(sum(contract * value), 0) AS open_contract_value`
const openPayments = (network: string) => `(SELECT count(*) FROM slots s JOIN slot_payments p
    ON p.network = s.network AND p.signer = s.signer AND p.nonce = s.nonce WHERE s.network = ${network} AND s.state = 'open') AS open_payments`

/** All signers of the network together, whichever instances own them: the budget is the ledger's. */
export const networkSpending: Query<{ readonly network: string; readonly day: string }, NetworkSpending> = {
  name: 'network_spending',
  sqlite(transaction, { network, day }) {
    const closed = transaction.get(`SELECT ${closedColumns} FROM gas_spent WHERE network = ? AND day = ?`, network, day)
    const open = transaction.get(
      `SELECT ${openColumns}, ${openPayments('?')} FROM slots WHERE network = ? AND state = 'open'`,
      network,
      network,
    )
    const unsettled = transaction.get(
      `SELECT count(*) AS unsettled_payments, ${unsettledValue} FROM payments WHERE network = ? AND ${owed}`,
      network,
    )
    return spendingOf({ ...closed, ...open, ...unsettled })
  },
  postgres: {
    text: `SELECT closed.*, open.*, unsettled.*, ${openPayments(':network')} FROM
      (SELECT ${closedColumns} FROM gas_spent WHERE network = :network AND day = :day) AS closed,
      (SELECT ${openColumns} FROM slots WHERE network = :network AND state = 'open') AS open,
      (SELECT count(*) AS unsettled_payments, ${unsettledValue}
       FROM payments WHERE network = :network AND ${owed}) AS unsettled`,
    values: ({ network, day }) => ({ network, day }),
    result: ([row]) => spendingOf(row!),
  },
}

function spendingOf(row: Row): NetworkSpending {
  const sum = (name: string) => BigInt(row[name] as bigint | string)
  return {
    gwei: sum('gwei'),
    settled: sum('settled'),
    contractGwei: sum('contract_gwei'),
    contractSettled: sum('contract_settled'),
    openGwei: sum('open_gwei'),
    openContractGwei: sum('open_contract_gwei'),
    openContractValue: sum('open_contract_value'),
    openPayments: Number(row['open_payments']),
    unsettledPayments: Number(row['unsettled_payments']),
    unsettledValue: sum('unsettled_value'),
  }
}
