import type { Hex, NetworkId } from '../../../src/goods/kit/evm.ts'
import type { OfferContext } from '../../../src/goods/kit/parts.ts'
import type { BriefScore, ScreeningPort } from '../../../src/goods/kit/ports.ts'
import type { ScoreForFree } from './score-for-free.ts'

export interface ScreenedPayee {
  /** Lower case. */
  readonly address: Hex
  /** Clean only if every list was fresh and no check on chain says otherwise. */
  readonly sanctions: 'clean' | 'listed' | 'unknown'
  /** The lists that name it. */
  readonly lists: readonly string[]
  /** For the advice. */
  readonly score: BriefScore | null
  /** Whether the answer shows the score. */
  readonly isScoreShown: boolean
}

/** A score asks every network, so that an answer with many payees must not buy many of them. */
const maxScored = 2
const maxScreened = 16

/** A payee, and a network on which it is to be paid. */
export interface NamedPayee {
  readonly address: Hex
  readonly network: string | null
}

/** What payees are checked by. */
export interface PayeeChecks {
  readonly screening: ScreeningPort
  /** Null where no line scores addresses. */
  readonly score: ScoreForFree | null
}

/** Screens each payee against the sanctions lists, and scores the first ones, at the same time. */
export async function screenPayees(
  named: readonly NamedPayee[],
  { screening, score }: PayeeChecks,
  context: OfferContext,
): Promise<ScreenedPayee[]> {
  const payees = Map.groupBy(named, ({ address }) => address.toLowerCase() as Hex)
  const distinct = [...payees.keys()].slice(0, maxScreened)
  const chainsOf = (address: Hex) => {
    const networks = new Set(payees.get(address)?.map(({ network }) => network))
    return [...networks].flatMap((network) => context.chains.get(network as NetworkId) ?? [])
  }
  return Promise.all(
    distinct.map(async (address, index) => {
      const [listed, scored] = await Promise.all([
        screenLists(address, screening, context.signal),
        score !== null && index < maxScored ? score(address, chainsOf(address), context) : null,
      ])
      const found = scored?.score ?? null
      // The issuer's own list is on chain, where only a score looks, or a question of its own.
      const isUnseen = found === null && scored?.blacklisted !== false && context.chains.size > 0
      const isListed =
        listed.verdict === 'listed' || found?.blocked === true || found?.sanctions === 'listed' || scored?.blacklisted === true
      const sanctions = isListed ? 'listed' : isUnseen ? 'unknown' : listed.verdict
      return { address, sanctions, lists: listed.lists, score: found, isScoreShown: scored?.isShown === true }
    }),
  )
}

async function screenLists(
  address: Hex,
  sanctions: ScreeningPort,
  signal: AbortSignal,
): Promise<{ verdict: ScreenedPayee['sanctions']; lists: readonly string[] }> {
  if (sanctions.standing() !== 'available') return { verdict: 'unknown', lists: [] }
  const { verdict, matches } = await sanctions.screen(address, { signal })
  const lists = [...new Set(matches.filter(({ strength }) => strength === 'match').map(({ list }) => list))]
  if (verdict === 'match') return { verdict: 'listed', lists }
  return { verdict: verdict === 'clear' ? 'clean' : 'unknown', lists: [] }
}
