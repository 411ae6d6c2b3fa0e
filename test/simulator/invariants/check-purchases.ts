import type { Purchase } from '../payers/purchase-record.ts'
import type { World } from '../world/world.ts'
import type { Income } from './incomes.ts'
import { maxRunsOfCredit } from '../../../src/gate/credit-rules.ts'
import { longestWithoutFaults } from './time-without-faults.ts'
import { isCollected, type BookRow, type Books } from './read-books.ts'

/** Reasons for which a payer who has the money and cancels nothing must never be refused after its claim. */
const notForTheSteady: ReadonlySet<string> = new Set([
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_transaction_simulation_failed',
  'invalid_exact_evm_transaction_failed',
])

/** No fault stops settlement on a chain for longer than this, unless the gas budget was used up. Several that follow each other may. */
const maxTroubleMs = 60_000
/** So long without a fault is enough to collect what was served: a start, a look-up after its longest pause, and two blocks. */
const enoughMs = 15_000

/** What each payer saw must match what the books and the chain say about its payment. */
export function checkPurchases(world: World, books: Books, incomes: readonly Income[]): string[] {
  const rows = new Map(books.payments.map((row) => [row.id, row]))
  return [...oncePerKey(world, books), ...ofEach()]

  function ofEach() {
    return world.purchases.flatMap((purchase) => {
      const row = rows.get(books.identities.get(purchase.by.identity) ?? '')
      const paid = incomes.some((income) => isOf(income, purchase))
      const found = [
        ...oneAnswer(purchase),
        ...answered(purchase, rows),
        ...charged(purchase, row, paid),
        ...steady(world, books, purchase, row),
      ]
      return found.map((what) => `purchase ${purchase.number} of ${purchase.payer.name}: ${what}`)
    })
  }
}

/** One Idempotency-Key means one charge, however often its owner signs. A payment that is given back is none. */
function oncePerKey({ purchases }: World, { identities, payments }: Books): string[] {
  const charged = new Set(
    payments.filter((row) => isCollected(row) && row.state !== 'refunding' && row.state !== 'refunded').map(({ id }) => id),
  )
  const keyed = purchases.filter(({ idempotencyKey, by }) => idempotencyKey !== null && charged.has(identities.get(by.identity) ?? ''))
  const byKey = Map.groupBy(keyed, ({ idempotencyKey }) => idempotencyKey)
  return [...byKey].flatMap(([key, all]) => (all.length > 1 ? [`${all.length} charges under the key ${key}`] : []))
}

function isOf(income: Income, { by, payer }: Purchase): boolean {
  return by.kind === 'transfer'
    ? income.transaction === by.transaction
    : income.nonce === by.authorization.nonce && income.payer === payer.wallet.address
}

/** One payment buys one answer. An answer without a charge does not count: it leaves the transfer as a credit, which buys another one. */
function oneAnswer({ answers, otherAnswers }: Purchase): string[] {
  const charged = [...answers, ...otherAnswers].filter(({ state }) => state !== 'credit')
  return new Set(charged.map(({ body }) => body)).size > 1 ? ['it got two different answers'] : []
}

/** Every answer was paid for, unless it was free or uncharged or its payment is booked as a loss. */
function answered({ answers, otherAnswers }: Purchase, rows: ReadonlyMap<string, BookRow>): string[] {
  const goodStates = new Set(['settled', 'free', 'uncharged', 'reversed'])
  return [...answers, ...otherAnswers].flatMap(({ receipt, state }) => {
    const row = rows.get(receipt)
    // Not charged, so the transfer may still buy another answer.
    if (row && (goodStates.has(row.state) || state === 'credit')) return []
    // It was answered before its settlement, and is booked as a loss.
    if (row?.state === 'owed' && row.timing === 'early') return []
    return [`answered, and receipt ${receipt.slice(0, 8)} is ${row?.state ?? 'unknown'}`]
  })
}

/** A payer who was charged has an answer or a credit. */
function charged(
  { by, end, gone, payer, answers, otherAnswers, refusals, problems }: Purchase,
  row: BookRow | undefined,
  paid: boolean,
): string[] {
  if (!paid || gone || !payer.honest || answers.length + otherAnswers.length > 0) return []
  // Anybody may use a hash without proof, and another payer may have been first.
  if (by.kind === 'transfer' && by.proof !== 'memo') return []
  const told = [...refusals, ...problems].at(-1) ?? 'nothing'
  if (row?.state === 'settled') return [`charged, and told ${told}`]
  const waits = row?.state === 'credit' || row?.state === 'running'
  if (row && waits && isCollected(row) && row.runs < maxRunsOfCredit) return [`charged, told ${told}, and may still be answered`]
  const shown = refusals.length + problems.length > 0
  if (by.kind === 'transfer' && shown && row?.state !== 'credit')
    return [`paid, ${end ?? 'open'}, told ${told}, and booked as ${row?.state ?? 'nothing'}`]
  return []
}

/** If a payer can pay and does nothing against it, everything it was served is collected. */
function steady({ scenario }: World, { reorganised }: Books, { payer, by, chain }: Purchase, row: BookRow | undefined): string[] {
  if (!payer.steady || by.kind !== 'authorization' || !row) return []
  const expiry = Number(row.validBefore) * 1000
  if (row.state === 'refused' || row.state === 'owed') {
    // Until a vanished block is noticed, its money may cover another claim. In this one case work is lost, but no money.
    const lacked = row.state === 'owed' || row.reason === 'invalid_exact_evm_insufficient_balance'
    if (lacked && reorganised.has(payer.wallet.address)) return []
    if (notForTheSteady.has(row.reason ?? '')) return [`refused (${row.reason}) although it could have been collected`]
    const servedAt = row.servedAt ?? expiry
    const left = expiry - servedAt
    const held = scenario.budgetHolds.some(({ network, at }) => network === chain.network.id && at >= servedAt && at < expiry)
    const hadTime = longestWithoutFaults(scenario.faults, servedAt, expiry) > enoughMs
    if (left > maxTroubleMs && hadTime && !held) return [`not collected in ${Math.round(left / 1000)} s`]
  }
  if (row.state === 'reversed') {
    const { address } = payer.wallet
    const unused = chain.simulated.authorizationState(address, by.authorization.nonce) === 'unused'
    // Before the vanished block was noticed, its money may have covered and paid for another answer.
    const hasIt = chain.simulated.balanceOf(address) >= row.amount
    if (unused && hasIt && expiry - (row.settledAt ?? 0) > 2 * maxTroubleMs)
      return ['booked as a loss although there was time to collect it again']
  }
  return []
}
