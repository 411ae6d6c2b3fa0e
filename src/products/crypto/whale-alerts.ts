import type { NetworkId } from '../../chain/chain.ts'
import type { Indexes } from '../../chain/indexes/create-indexes.ts'
import type { Labels } from '../../chain/labels/create-labels.ts'
import { answer, fixedPrice, offer, type AnyOffer, type Availability, type OfferContext } from '../../offer.ts'
import type { Hex } from '../../shared/bytes.ts'
import { formatUsd } from '../../shared/money.ts'
import { Problem } from '../../shared/problems.ts'
import { readLargeTransfers, type LargeTransfer } from './read-large-transfers.ts'
import { sanctionedAmong } from './sanctioned-addresses.ts'
import { createTokenFacts, type TokenFacts } from './token-facts.ts'
import { chooseCoverage, coverageOf, hasRead, type TransferCoverage } from './transfer-coverage.ts'
import { tellWhales, whaleAnswer } from './whale-answer.ts'
import { whalesOnBase } from './whale-example.ts'
import { whaleQuery } from './whale-query.ts'

/** What the offer needs besides the context of every offer. */
export interface WhaleParts {
  readonly indexes: Pick<Indexes, 'state' | 'transfers'>
  readonly labels: Labels
}

const deadlineMs = 3_000
/** For what a token is called, which is asked once. */
const tokenMs = 1_000

/** Large transfers from the index of the background; a call reads the database, and no chain but for the name of a new token. */
export function whaleAlerts(parts: WhaleParts | null): AnyOffer {
  const readFacts = createTokenFacts()

  return offer({
    id: 'whale-alerts',
    route: 'GET /v1/crypto/whale-alerts',
    access: fixedPrice('0.03'),
    title: 'Large transfers',
    purpose: 'Large transfers of USDC on every indexed chain, newest first, with who sends and receives where that is publicly known.',
    query: whaleQuery,
    answer: whaleAnswer,
    example: whalesOnBase,
    deadlineMs,
    available: ({ chains }) => standingOf(parts, chains),
    async run({ query: { chain, min, since = 0, limit, cursor } }, { chains, sources, clock, signal }) {
      if (!parts) throw new Problem('offer_unavailable', 'No chain is connected that could tell.', { retryAfter: 60 })
      const { indexes, labels } = parts
      const now = clock.now()
      const coverage = chooseCoverage(coverageOf(indexes, chains, now), chain)
      checkLeast(coverage, min)
      const kept = Math.min(...coverage.flatMap(({ from }) => from ?? []))
      const asked = { tokens: tokensOf(coverage, indexes, min), since: BigInt(Math.max(since, kept)), after: cursor, limit }
      const { transfers, next } = await readLargeTransfers(indexes.transfers, asked)
      const [facts, listed] = await Promise.all([
        factsOfAll(transfers),
        sanctionedAmong(
          transfers.flatMap(({ sender, recipient }) => [sender, recipient]),
          sources.sanctions,
          signal,
        ),
      ])
      return answer(
        tellWhales({
          transfers,
          next,
          coverage,
          since,
          min,
          labelsOf: (network, address) => [...[listed?.get(address) ?? []].flat(), ...labels.of(network, address)],
          factsOf: (network, token) => facts.get(`${network} ${token}`) ?? { symbol: null, decimals: null },
          now,
          simulated: sources.simulated,
          listStamps: listed && sources.sanctions.stamps(),
        }),
      )

      async function factsOfAll(found: readonly LargeTransfer[]): Promise<ReadonlyMap<string, TokenFacts>> {
        const tokens = new Map(found.map((one) => [`${one.network} ${one.token}`, one]))
        const read = [...tokens].flatMap(([key, { network, token }]) => {
          const on = chains.get(network)
          return on ? [readFacts(on, token, { signal, timeoutMs: tokenMs }).then((one) => [key, one] as const)] : []
        })
        return new Map(await Promise.all(read))
      }
    },
  })
}

function standingOf(parts: WhaleParts | null, chains: OfferContext['chains']): Availability {
  if (!parts) return chains.size === 0 ? 'disabled' : 'available'
  // Whether anything is old does not matter here.
  const all = coverageOf(parts.indexes, chains, 0)
  if (all.every(({ state }) => state === 'not_indexed')) return 'disabled'
  return all.some(hasRead) ? 'available' : 'down'
}

/** @throws Problem where transfers are asked for that no asked chain keeps */
function checkLeast(coverage: readonly TransferCoverage[], min: bigint | undefined): void {
  const thresholds = coverage.flatMap(({ threshold }) => threshold ?? [])
  const lowest = thresholds.reduce((least, one) => (one < least ? one : least), thresholds[0] ?? 0n)
  if (min === undefined || min >= lowest) return
  throw new Problem('invalid_input', 'Transfers so small are not indexed.', {
    field: 'query.min',
    expected: `at least ${formatUsd(lowest)}`,
  })
}

/** USDC from the amount asked for on, and other tokens only where no amount of dollars is asked for. */
function tokensOf(
  coverage: readonly TransferCoverage[],
  { transfers }: WhaleParts['indexes'],
  min: bigint | undefined,
): { readonly network: NetworkId; readonly token: Hex; readonly least: bigint }[] {
  return coverage.filter(hasRead).flatMap(({ network: { id } }) => {
    const [usdc, ...others] = transfers.tokens(id)
    const wanted = min === undefined ? [usdc, ...others] : [usdc]
    return wanted.flatMap((one) => {
      if (!one) return []
      return { network: id, token: one.address, least: min !== undefined && min > one.large ? min : one.large }
    })
  })
}
