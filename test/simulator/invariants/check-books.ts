import { miscountedDays } from '../../../src/ledger/contract/miscounted-days.fixture.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { Purchase } from '../payers/purchase-record.ts'
import type { World } from '../world/world.ts'
import { checkBars } from './check-bars.ts'
import { checkEarly } from './check-early.ts'
import { checkKeys } from './check-keys.ts'
import { checkFreeCalls } from './check-free-calls.ts'
import { checkCredits } from './check-credits.ts'
import { checkRefunds } from './check-refunds.ts'
import { checkPurchases } from './check-purchases.ts'
import { checkQuotas } from './check-quotas.ts'
import { checkWaste } from './check-waste.ts'
import { checkWatchlists } from './check-watchlists.ts'
import { incomesOf, type Income } from './incomes.ts'
import { isCollected, readBooks, type Books, type BookRow } from './read-books.ts'

export interface Checked {
  readonly violations: readonly string[]
  readonly states: Readonly<Record<string, number>>
}

const unfinished: ReadonlySet<string> = new Set(['claimed', 'ordered', 'served', 'settling', 'running'])

/** Compares the books with the chains and with what the payers saw. */
export async function checkBooks(world: World, probes: readonly Purchase[]): Promise<Checked> {
  const books = await readBooks(world.service.store)
  const incomes = incomesOf(world, books)
  const violations = [
    ...everyStateEnds(world, books),
    ...booksAreTheChain(world, books, incomes),
    ...storedBeforeSent(world, books),
    ...noTransferTwice(books, incomes),
    ...checkFreeCalls(books),
    ...checkBars(books),
    ...checkEarly(books),
    ...checkKeys(books),
    ...checkPurchases(world, books, incomes),
    ...checkQuotas(world, books),
    ...checkWaste(world, books),
    ...checkCredits(world, books),
    ...checkRefunds(world, books),
    ...(await checkWatchlists(world, books)),
    ...(await world.service.store.read(miscountedDays, undefined)).map((days) => `the counts of days differ from the archive: ${days}`),
    ...probes.flatMap((purchase) =>
      purchase.end === 'answered'
        ? []
        : [
            `after all faults had ended, purchase ${purchase.number} was not answered: ${purchase.problems.at(-1) ?? purchase.refusals.at(-1) ?? 'no answer'}`,
          ],
    ),
  ]
  const states: Record<string, number> = {}
  for (const { state } of books.payments) states[state] = (states[state] ?? 0) + 1
  return { violations, states }
}

function everyStateEnds(world: World, { payments, refunds, openSlots }: Books): string[] {
  const payees = new Map(refunds.map(({ id, payer }) => [id, payer as Hex]))
  const left = payments.filter((row) => unfinished.has(row.state) && !isRefundThatCannotBeMade(world, row, payees.get(row.id)))
  const slots = openSlots > 0 ? [`${openSlots} transactions are open in the books for ever`] : []
  return [...left.map(({ id, state }) => `receipt ${id.slice(0, 8)} stays ${state} for ever`), ...slots]
}

/** A refund is tried as long as it is valid: its wallet may be filled again, and the token may take a payee off its blacklist. */
function isRefundThatCannotBeMade(
  { chains, time, refundWallet }: World,
  { timing, network, amount, validBefore }: BookRow,
  payee: Hex | undefined,
): boolean {
  if (timing !== 'refund' || refundWallet === null || Number(validBefore) * 1000 < time.clock.now()) return false
  const { simulated } = chains.find((one) => one.network.id === network)!
  return simulated.balanceOf(refundWallet) < amount || (payee !== undefined && simulated.isBlacklisted(payee))
}

/** What is booked as settled equals what came in, to the base unit; and what our signers collected is booked. */
function booksAreTheChain(world: World, { payments }: Books, incomes: readonly Income[]): string[] {
  const found: string[] = []
  for (const { network } of world.chains) {
    const booked = sum(payments.filter((row) => row.network === network.id && isCollected(row) && !row.theft))
    const came = sum(incomes.filter((income) => income.network === network.id && income.row && isCollected(income.row)))
    if (booked !== came) found.push(`${network.slug}: ${booked} booked as settled, ${came} came in`)
  }
  for (const { ours, row, transaction, amount, payer } of incomes) {
    if (ours && !(row && isCollected(row))) {
      found.push(
        `we took ${amount} from ${payer.slice(0, 10)} in ${transaction.slice(0, 10)}, and the books say ${row?.state ?? 'nothing'}`,
      )
    }
    if (!ours && (row?.state === 'refused' || row?.state === 'reversed' || row?.state === 'owed')) {
      found.push(`${amount} came in by ${transaction.slice(0, 10)}, and receipt ${row.id.slice(0, 8)} says ${row.state}`)
    }
  }
  return found
}

/** Every transaction that one of our signers has on a chain was in the books before it was sent. */
function storedBeforeSent(world: World, { transactions }: Books): string[] {
  return world.chains.flatMap(({ network, simulated }) =>
    world.signers
      .flatMap(({ address }) => simulated.minedTransactionsOf(address).hashes)
      .filter((hash) => !transactions.has(hash))
      .map((hash) => `${network.slug} has ${hash.slice(0, 10)} of ours, and the books do not know it`),
  )
}

function noTransferTwice({ payments, conflicts }: Books, incomes: readonly Income[]): string[] {
  const settled = payments.filter((row) => isCollected(row) && !row.theft)
  const rowsPerIncome = new Map<string, number>()
  for (const { row } of incomes) if (row) rowsPerIncome.set(row.id, (rowsPerIncome.get(row.id) ?? 0) + 1)
  return [
    ...conflicts.map((id) => `receipt ${id.slice(0, 8)} was paid by a transfer that had bought another answer`),
    ...[...rowsPerIncome].flatMap(([id, transfers]) => (transfers > 1 ? [`receipt ${id.slice(0, 8)} was paid ${transfers} times`] : [])),
    ...settled.flatMap(({ id, transaction }) =>
      rowsPerIncome.has(id) ? [] : [`receipt ${id.slice(0, 8)} is settled by ${transaction}, which no chain has`],
    ),
  ]
}

function sum(of: readonly { readonly amount: bigint }[]): bigint {
  return of.reduce((total, { amount }) => total + amount, 0n)
}
