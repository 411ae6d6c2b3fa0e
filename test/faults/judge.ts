import type { ChainTransfer } from './chain-books.ts'
import type { LedgerRow } from './ledger-books.ts'
import type { Purchase } from './purchase.ts'

export type Rule =
  | 'charged twice'
  | 'charged unserved'
  | 'served unpaid'
  | 'ledger differs from chain'
  | 'two answers'
  | 'two free calls'
  | 'not ended'

export interface Violation {
  readonly rule: Rule
  readonly what: string
  readonly purchase: Purchase | null
  readonly row: LedgerRow | null
}

export interface Evidence {
  readonly purchases: readonly Purchase[]
  readonly rows: readonly LedgerRow[]
  readonly transfers: readonly ChainTransfer[]
}

/** States in which we have the money. */
const paid: ReadonlySet<string> = new Set(['settled', 'credit'])
const unfinished: ReadonlySet<string> = new Set(['claimed', 'ordered', 'served', 'settling', 'running'])

const authorizationKey = (network: string, payer: string, nonce: string) => `${network} ${payer.toLowerCase()} ${nonce.toLowerCase()}`
const transferKey = (network: string, transaction: string) => `${network} ${transaction.toLowerCase()}`

/** Key of one payment, the same for the payer, the ledger and the chain. */
export function keyOfPurchase({ network, wallet, nonce, transaction }: Purchase): string {
  return nonce !== null ? authorizationKey(network, wallet, nonce) : transferKey(network, transaction!.hash)
}

export function keyOfTransfer({ network, from, nonce, transaction }: ChainTransfer): string {
  return nonce !== null ? authorizationKey(network, from, nonce) : transferKey(network, transaction)
}

/** Compares what the payers saw with the ledger and the chain. Returns the violations; empty when all rules hold. */
export function judge({ purchases, rows, transfers }: Evidence): Violation[] {
  const violations: Violation[] = []
  const keyOfRow = (row: LedgerRow) =>
    row.nonce !== null ? authorizationKey(row.network, row.payer, row.nonce) : transferKey(row.network, row.transaction ?? row.id)
  const rowsByKey = Map.groupBy(rows, keyOfRow)
  const purchaseByKey = new Map(purchases.map((purchase) => [keyOfPurchase(purchase), purchase]))
  const transfersByKey = Map.groupBy(transfers, keyOfTransfer)

  function broken(rule: Rule, what: string, key: string): void {
    violations.push({ rule, what, purchase: purchaseByKey.get(key) ?? null, row: rowsByKey.get(key)?.[0] ?? null })
  }

  for (const [key, own] of transfersByKey) {
    if (own.length > 1) broken('charged twice', `${own.length} transfers for one payment`, key)
    const holders = (rowsByKey.get(key) ?? []).filter(({ theft }) => !theft)
    if (holders.length > 1) broken('two answers', `${holders.length} rows of the ledger for one transfer`, key)
    const [row] = holders
    if (row === undefined) broken('charged unserved', 'a transfer to us that the ledger does not know', key)
    else if (!paid.has(row.state)) broken('ledger differs from chain', `paid on chain, ${row.state} in the ledger`, key)
    else if (row.amount !== own[0]!.value) broken('ledger differs from chain', `${own[0]!.value} paid, ${row.amount} booked`, key)
    else if (row.transaction?.toLowerCase() !== own[0]!.transaction)
      broken('ledger differs from chain', `paid in ${own[0]!.transaction}, booked in ${row.transaction}`, key)
    else if (row.state === 'settled' && row.blockHash !== own[0]!.blockHash)
      broken('ledger differs from chain', 'booked in a block that is not on chain', key)
    const purchase = purchaseByKey.get(key)
    if (purchase && purchase.answers.length === 0 && row?.state !== 'credit')
      broken('charged unserved', 'paid on chain, and its payer never got an answer', key)
  }

  for (const row of rows) {
    const key = keyOfRow(row)
    if (unfinished.has(row.state)) broken('not ended', `still ${row.state}`, key)
    // A credit whose transfer was reorganised away buys nothing until the transfer is on the chain again, so no money is owed.
    if (row.state === 'settled' && !row.theft && !transfersByKey.has(key))
      broken('ledger differs from chain', 'settled in the ledger, and no transfer on chain', key)
  }

  for (const purchase of purchases) {
    const key = keyOfPurchase(purchase)
    const row = rowsByKey.get(key)?.[0]
    const all = [...purchase.answers, ...purchase.replays]
    if (all.length > 0 && !transfersByKey.has(key) && !isFree(row))
      broken('served unpaid', `answered, ${row?.state ?? 'not'} in the ledger, and no transfer on chain`, key)
    const fresh = all.filter(({ replay }) => !replay)
    if (fresh.length > 1 || purchase.replays.some(({ replay }) => !replay))
      broken('two answers', `${fresh.length} fresh answers for one payment`, key)
    if (new Set(all.map(({ body }) => body)).size > 1) broken('two answers', 'different answers for one payment', key)
    const elsewhere = purchase.replays.some(({ client }) => client !== purchase.client)
    if (elsewhere && isPublic(purchase, row)) broken('two answers', 'answered to somebody else too', key)
    if (purchase.replays.some(({ path }) => path !== purchase.path)) broken('two answers', 'answered for another request too', key)
  }

  const freeByWallet = Map.groupBy(
    rows.filter(({ state }) => state === 'free'),
    ({ payer }) => payer,
  )
  for (const [payer, free] of freeByWallet)
    if (free.length > 1) broken('two free calls', `${free.length} for wallet ${payer}`, keyOfRow(free[1]!))
  return violations
}

/** Whether anybody can read the payment on chain, so that it does not identify the caller. Only its payer knows an MPP challenge. */
function isPublic({ way }: Purchase, row: LedgerRow | undefined): boolean {
  return (way === 'x402 authorization' || way === 'legacy hash') && row?.state === 'settled'
}

/** Whether an answer may be unpaid: first calls free, uncharged answers, and booked losses. */
function isFree(row: LedgerRow | undefined): boolean {
  return row?.state === 'free' || row?.state === 'uncharged' || row?.state === 'reversed'
}
