import type { PaymentsFilter } from '../../ledger/reading/find-payments.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { formatUsd } from '../../shared/money.ts'
import { isReceiptId } from '../../shared/ids.ts'

/** What an operator may name: a receipt, a transaction or a wallet. */
export type Named =
  | { readonly kind: 'receipt'; readonly id: string }
  | { readonly kind: 'transaction'; readonly hash: string }
  | { readonly kind: 'wallet'; readonly address: string }

/** Reads a name: a receipt id or the address of a receipt, a transaction hash, or a wallet's address; null for anything else. */
export function readName(text: string): Named | null {
  const name = text.trim().toLowerCase()
  const receipt = /(?:^|\/v1\/receipts\/)([0-9a-f]{32})\/?$/.exec(name)?.[1]
  if (receipt !== undefined && isReceiptId(receipt)) return { kind: 'receipt', id: receipt }
  if (/^0x[0-9a-f]{64}$/.test(name)) return { kind: 'transaction', hash: name }
  if (/^0x[0-9a-f]{40}$/.test(name)) return { kind: 'wallet', address: name }
  return null
}

const maxOfTransaction = 200

/** The payments that a receipt or a transaction names. */
export async function findNamed(
  reading: Pick<LedgerReading, 'find' | 'paymentsOfTransaction'>,
  named: Exclude<Named, { kind: 'wallet' }>,
): Promise<readonly Payment[]> {
  if (named.kind === 'transaction') return reading.paymentsOfTransaction({ hash: named.hash, limit: maxOfTransaction })
  const payment = await reading.find(named.id)
  return payment === undefined ? [] : [payment]
}

/** One line of a list. */
export interface ListedPayment {
  readonly receipt: string
  readonly at: string
  readonly state: string
  readonly reason: string | null
  readonly offer: string
  readonly usdc: string
  readonly network: string
  readonly protocol: string
  readonly payer: string
  readonly transaction: string | null
}

/** A page of payments, the newest first; `cursor` is for the next page, null after the last one. */
export async function listLedger(
  reading: Pick<LedgerReading, 'listPayments'>,
  filter: PaymentsFilter,
): Promise<{ readonly payments: readonly ListedPayment[]; readonly cursor: string | null }> {
  const found = await reading.listPayments(filter)
  return { payments: found.map(listed), cursor: found.length < filter.limit ? null : (found.at(-1)?.id ?? null) }
}

/** A payment as a line of a list. */
export function listed({ id, claimedAt, state, reason, offerId, amount, network, protocol, payer, transaction }: Payment): ListedPayment {
  const at = new Date(claimedAt).toISOString()
  return { receipt: id, at, state, reason, offer: offerId, usdc: formatUsd(amount), network, protocol, payer, transaction }
}

/** The list for a terminal. */
export function listText({ payments, cursor }: Awaited<ReturnType<typeof listLedger>>): string {
  const lines = payments.map(
    ({ receipt, at, state, reason, offer, usdc, network, payer }) =>
      `${at}  ${receipt}  ${state.padEnd(9)}  ${usdc.padStart(12)} USDC  ${network.padEnd(14)}  ${payer}  ${offer}${reason === null ? '' : `  (${reason})`}`,
  )
  const end = payments.length === 0 ? ['no payment fits'] : cursor === null ? [] : [`further ones: --cursor ${cursor}`]
  return `${[...lines, ...end].join('\n')}\n`
}
