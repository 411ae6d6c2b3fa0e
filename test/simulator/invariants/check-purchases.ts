import type { Purchase } from '../purchase-record.ts'
import type { World } from '../world.ts'
import type { Income } from './incomes.ts'
import type { BookRow, Books } from './rows.ts'

/** Reasons by which a payer who has the money and cancels nothing must never be refused after its claim. */
const notForTheSteady: ReadonlySet<string> = new Set([
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_transaction_simulation_failed',
  'invalid_exact_evm_transaction_failed',
])

/** No weather keeps a chain from being settled on for longer than this. */
const longestTroubleMs = 60_000

/** What each payer saw must be what the books and the chain say of its payment. */
export function checkPurchases(world: World, books: Books, incomes: readonly Income[]): string[] {
  const rows = new Map(books.payments.map((row) => [row.id, row]))
  return [...oncePerKey(world, books), ...ofEach()]

  function ofEach() {
    return world.purchases.flatMap((purchase) => {
      const row = rows.get(books.identities.get(purchase.by.identity) ?? '')
      const paid = incomes.some((income) => isOf(income, purchase))
      const found = [...oneAnswer(purchase), ...answered(purchase, rows), ...charged(purchase, row, paid), ...steady(books, purchase, row)]
      return found.map((what) => `purchase ${purchase.number} of ${purchase.payer.name}: ${what}`)
    })
  }
}

/** One Idempotency-Key, one charge, however often its owner signs. */
function oncePerKey({ purchases }: World, { identities, payments }: Books): string[] {
  const charged = new Set(payments.filter(({ state }) => state === 'settled').map(({ id }) => id))
  const keyed = purchases.filter(({ idempotencyKey, by }) => idempotencyKey !== null && charged.has(identities.get(by.identity) ?? ''))
  const byKey = Map.groupBy(keyed, ({ idempotencyKey }) => idempotencyKey)
  return [...byKey].flatMap(([key, all]) => (all.length > 1 ? [`${all.length} charges under the key ${key}`] : []))
}

function isOf(income: Income, { by, payer }: Purchase): boolean {
  return by.kind === 'transfer'
    ? income.transaction === by.transaction
    : income.nonce === by.authorization.nonce && income.payer === payer.wallet.address
}

/** One payment, one answer. What was not charged for is none: a transfer that it leaves as a credit buys another. */
function oneAnswer({ answers, otherAnswers }: Purchase): string[] {
  const charged = [...answers, ...otherAnswers].filter(({ state }) => state !== 'credit')
  return new Set(charged.map(({ body }) => body)).size > 1 ? ['it got two different answers'] : []
}

/** Who has an answer has paid for it, unless it was free, uncharged, or its payment is booked as a loss. */
function answered({ answers, otherAnswers }: Purchase, rows: ReadonlyMap<string, BookRow>): string[] {
  const good = new Set(['settled', 'free', 'uncharged', 'reversed'])
  return [...answers, ...otherAnswers].flatMap(({ receipt, state }) => {
    const row = rows.get(receipt)
    // Uncharged, so that the transfer stays good for another answer.
    if (row && (good.has(row.state) || state === 'credit')) return []
    return [`answered, and receipt ${receipt.slice(0, 8)} is ${row?.state ?? 'unknown'}`]
  })
}

/** Who was charged has its answer, or a credit. */
function charged(
  { by, end, gone, payer, answers, otherAnswers, refusals, problems }: Purchase,
  row: BookRow | undefined,
  paid: boolean,
): string[] {
  if (!paid || gone || !payer.honest || answers.length + otherAnswers.length > 0) return []
  // A hash without proof is anybody's, and somebody else may have been first.
  if (by.kind === 'transfer' && by.proof !== 'memo') return []
  const told = [...refusals, ...problems].at(-1) ?? 'nothing'
  if (row?.state === 'settled') return [`charged, and told ${told}`]
  const shown = refusals.length + problems.length > 0
  if (by.kind === 'transfer' && shown && row?.state !== 'credit')
    return [`paid, ${end ?? 'open'}, told ${told}, and booked as ${row?.state ?? 'nothing'}`]
  return []
}

/** Nothing that is served to one who can pay, and does nothing against it, goes uncollected. */
function steady({ reorganised }: Books, { payer, by, chain }: Purchase, row: BookRow | undefined): string[] {
  if (!payer.steady || by.kind !== 'authorization' || !row) return []
  const expiry = Number(row.validBefore) * 1000
  if (row.state === 'refused') {
    // Until a vanished block is noticed its transfers cover nothing: the one case in which work is lost, and no money.
    if (row.reason === 'invalid_exact_evm_insufficient_balance' && reorganised.has(payer.wallet.address)) return []
    if (notForTheSteady.has(row.reason ?? '')) return [`refused (${row.reason}) although it could have been collected`]
    const left = expiry - (row.servedAt ?? expiry)
    if (left > longestTroubleMs) return [`not collected in ${Math.round(left / 1000)} s`]
  }
  if (row.state === 'reversed') {
    const { address } = payer.wallet
    const unused = chain.simulated.authorizationState(address, by.authorization.nonce) === 'unused'
    // Before the vanished block was noticed its money may have covered, and paid for, another answer.
    const hasIt = chain.simulated.balanceOf(address) >= row.amount
    if (unused && hasIt && expiry - (row.settledAt ?? 0) > 2 * longestTroubleMs)
      return ['booked as a loss although there was time to collect it again']
  }
  return []
}
