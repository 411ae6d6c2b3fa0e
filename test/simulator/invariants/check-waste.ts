import { runLimits } from '../service/run-limits.ts'
import type { World } from '../world/world.ts'
import type { BookRow, Books } from './read-books.ts'

/** Why a settlement ends unpaid by the payer's own doing; the payer is barred for longer than a run lasts. */
const byPayer: ReadonlySet<string> = new Set([
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_transaction_simulation_failed',
  'invalid_exact_evm_transaction_failed',
])

/** What a payer may waste: gas of settlements that fail, and work that ends unpaid. */
export function checkWaste(world: World, books: Books): string[] {
  const rows = Map.groupBy(
    books.payments.filter(({ nonce, timing }) => nonce !== null && timing !== 'refund'),
    ({ payer }) => payer,
  )
  const failed = failedRuns(world)
  const claimed = [...world.unsettleable].filter((identity) => books.identities.has(identity))
  return [
    ...[...new Set([...rows.keys(), ...failed.keys()])].flatMap((payer) =>
      checkPayer(world, books, payer, rows.get(payer) ?? [], failed.get(payer) ?? 0),
    ),
    ...claimed.map((identity) => `${identity} was claimed, although a trial with real fees would have shown that it can't be settled`),
  ]
}

function checkPayer(world: World, { unchargedRuns }: Books, payer: string, rows: readonly BookRow[], failed: number): string[] {
  const who = payer.slice(0, 10)
  const settled = rows.filter(({ settledAt }) => settledAt !== null).length
  const refused = rows.filter(({ state, reason }) => state === 'refused' && byPayer.has(reason ?? ''))
  const costGas = refused.filter(({ network, transaction }) => isMined(world, network, transaction)).length
  const counted = unchargedRuns.get(payer) ?? 0
  const mayFail = runLimits.unsettled.base + settled
  // What it has settled speaks for as many runs at once.
  const mayWaste = runLimits.unchargedPerPayer + settled
  return [
    ...(costGas > mayFail ? [`${costGas} settlements of ${who} cost gas and failed, and ${mayFail} may`] : []),
    ...(failed + refused.length > mayWaste ? [`${failed + refused.length} runs of ${who} ended unpaid, and ${mayWaste} may`] : []),
    ...(failed + refused.length > counted ? [`${failed + refused.length} runs of ${who} ended unpaid, and ${counted} are counted`] : []),
  ]
}

/** By payer: runs of which it was told that they failed by its own doing. */
function failedRuns({ purchases }: World): Map<string, number> {
  const failed = new Map<string, number>()
  for (const { payer, problems, offerId } of purchases) {
    // Its payer has paid for it.
    if (offerId === 'costly') continue
    const runs = problems.filter((code) => code === 'unknown_name').length
    if (runs > 0) failed.set(payer.wallet.address, (failed.get(payer.wallet.address) ?? 0) + runs)
  }
  return failed
}

function isMined({ chains }: World, network: string, transaction: string | null): boolean {
  const chain = chains.find((one) => one.network.id === network)
  return transaction !== null && chain?.simulated.outcomeOf(transaction as `0x${string}`) !== null
}
