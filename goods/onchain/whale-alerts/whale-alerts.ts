import { answer, type AnyOffer, fixedPrice, offer, Problem, uncharged, usd } from '../../../src/goods/door.ts'
import type { Hex, NetworkId } from '../../../src/goods/kit/evm.ts'
import { nullIfUpstream } from '../../../src/goods/kit/http.ts'
import type { Availability, OfferContext } from '../../../src/goods/kit/parts.ts'
import { formatUsd } from '../../../src/goods/kit/worker-side.ts'
import type { Indexes } from '../indexes/create-indexes.ts'
import type { AddressLabels } from '../labels/create-labels.ts'
import type { CoinPricesPort } from '../../../src/goods/kit/ports.ts'
import type { OnchainSources } from '../onchain-sources.ts'
import type { PollPositions } from './poll-cursor.ts'
import { readLargeTransfers, type LargeTransfer, type TransferPosition, type TransfersAsked } from './read-large-transfers.ts'
import { readNewTransfers, startOfPolling } from './read-new-transfers.ts'
import { readSanctionLabels } from '../addresses/sanctions/sanction-labels.ts'
import { createTokenUnitReader, type TokenUnit } from './token-units.ts'
import { chooseCoverage, coverageOf, hasRead, type TransferCoverage } from './transfer-coverage.ts'
import { whaleBody, whaleAnswer, type FoundTransfers, type UsdcPrice } from './whale-answer.ts'
import { whalesOnBase } from './whale-example.ts'
import { whaleQuery } from './whale-query.ts'

/** What the offer needs besides the context of every offer. */
export interface WhaleAlertParts {
  readonly indexes: Pick<Indexes, 'state' | 'transfers'>
  readonly labels: AddressLabels
  readonly sources: Pick<OnchainSources, 'simulated' | 'sanctions' | 'coinPrices'>
}

/** The price of USDC may have to be asked for at several sources. */
const deadlineMs = 9_000
/** For a token's symbol and decimals, which are asked for once. */
const tokenMs = 1_000

/** Large transfers from the index that a background job keeps. A call reads the database; it asks a node only for the unit of a new token. */
export function whaleAlerts(parts: WhaleAlertParts | null, lists: readonly string[] = []): AnyOffer {
  const readUnit = createTokenUnitReader()

  return offer({
    id: 'whale-alerts',
    route: 'GET /v1/crypto/whale-alerts',
    access: fixedPrice('0.03'),
    title: 'Large transfers',
    purpose:
      'Large transfers of USDC on every indexed chain, newest first, with who sends and receives where that is publicly known. Send nextPoll as poll later: only what is new. An empty page is not charged.',
    restsOn: 'USDC transfers in the blocks of every indexed network; a dated table of labels',
    cannotKnow: 'who is behind an address without a label; transfers of other coins',
    query: whaleQuery,
    answer: whaleAnswer,
    brief: [
      'nextCursor',
      'nextPoll',
      'transfers[].amount',
      'transfers[].symbol',
      'transfers[].network',
      'transfers[].occurredAt',
      'transfers[].from.address',
      'transfers[].to.address',
    ],
    example: whalesOnBase,
    deadlineMs,
    needs: {
      engine: { setting: 'INDEX_TRANSFERS', by: { availability: ({ chains }) => availabilityOf(parts, chains) } },
      alsoUses: lists,
    },
    async run({ query: { chain, min, since = 0, limit, cursor, poll } }, { chains, clock, signal }) {
      if (!parts) throw new Problem('offer_unavailable', 'This service is not connected to any network.', { retryAfter: 60 })
      const { indexes, labels, sources } = parts
      const now = clock.now()
      const coverage = chooseCoverage(coverageOf(indexes, chains, now), chain)
      checkMinimum(coverage, min)
      if (cursor && poll) throw cursorAndPoll()
      const found = await find(indexes, { coverage, tokens: tokensOf(coverage, indexes, min), since, limit, cursor, poll, now })
      const { transfers } = found
      const [units, listed, usdcPrice] = await Promise.all([
        unitsOfAll(transfers),
        readSanctionLabels(
          transfers.flatMap(({ sender, recipient }) => [sender, recipient]),
          sources.sanctions,
          signal,
        ),
        transfers.length === 0 ? null : usdcQuote(sources.coinPrices, signal),
      ])
      const body = whaleBody({
        ...found,
        coverage,
        since,
        min,
        labelsOf: (network, address) => [...[listed?.get(address) ?? []].flat(), ...labels.of(network, address)],
        unitOf: (network, token) => units.get(`${network} ${token}`) ?? { symbol: null, decimals: null },
        now,
        simulated: sources.simulated,
        listStamps: listed && sources.sanctions.stamps(),
        usdcPrice,
      })
      // What happens on the chains decides it, and a read of our index costs next to nothing.
      return transfers.length === 0 ? uncharged(body, 'nothing_found', 'upstream') : answer(body)

      async function unitsOfAll(found: readonly LargeTransfer[]): Promise<ReadonlyMap<string, TokenUnit>> {
        const tokens = new Map(found.map((one) => [`${one.network} ${one.token}`, one]))
        const read = [...tokens].flatMap(([key, { network, token }]) => {
          const on = chains.get(network)
          return on ? [readUnit(on, token, { signal, timeoutMs: tokenMs }).then((one) => [key, one] as const)] : []
        })
        return new Map(await Promise.all(read))
      }
    },
  })
}

interface Asked {
  readonly coverage: readonly TransferCoverage[]
  readonly tokens: TransfersAsked['tokens']
  /** Unix seconds; 0 for no limit. */
  readonly since: number
  readonly limit: number
  readonly cursor: TransferPosition | undefined
  readonly poll: PollPositions | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** One page: of all transfers, or of those that are new to a poll. */
async function find(
  { transfers: index }: WhaleAlertParts['indexes'],
  { coverage, tokens, since, limit, cursor, poll, now }: Asked,
): Promise<Pick<FoundTransfers, 'transfers' | 'next' | 'nextPoll'>> {
  if (poll) {
    const { transfers, next } = await readNewTransfers(index, { tokens, coverage, positions: poll, since, limit })
    return { transfers, next: null, nextPoll: next }
  }
  const kept = Math.min(...coverage.flatMap(({ from }) => from ?? []))
  const page = await readLargeTransfers(index, { tokens, since: BigInt(Math.max(since, kept)), after: cursor, limit })
  return { ...page, nextPoll: cursor ? null : startOfPolling(coverage, now) }
}

function cursorAndPoll(): Problem {
  return new Problem('invalid_input', 'A call has a cursor or a poll, not both.', {
    field: 'query.poll',
    expected: 'cursor for older transfers, or poll for new ones',
  })
}

/** The market's price of USDC; null when no source gives one. */
async function usdcQuote(prices: CoinPricesPort | null, signal: AbortSignal): Promise<UsdcPrice | null> {
  const quote = (await prices?.quote('USDC', signal).catch(nullIfUpstream)) ?? null
  return quote && { usd: usd(quote.price.toFixed(6)), stamp: quote.source }
}

function availabilityOf(parts: WhaleAlertParts | null, chains: OfferContext['chains']): Availability {
  if (!parts) return chains.size === 0 ? 'disabled' : 'available'
  // The age of what was read does not matter here, so the time is left out.
  const all = coverageOf(parts.indexes, chains, 0)
  if (all.every(({ state }) => state === 'not_indexed')) return 'disabled'
  return all.some(hasRead) ? 'available' : 'down'
}

/** @throws Problem `invalid_input` for a minimum below what any of these chains keeps */
function checkMinimum(coverage: readonly TransferCoverage[], min: bigint | undefined): void {
  const thresholds = coverage.flatMap(({ threshold }) => threshold ?? [])
  const lowest = thresholds.reduce((low, one) => (one < low ? one : low), thresholds[0] ?? 0n)
  if (min === undefined || min >= lowest) return
  throw new Problem('invalid_input', 'Transfers so small are not indexed.', {
    field: 'query.min',
    expected: `at least ${formatUsd(lowest)}`,
  })
}

/** USDC from the minimum on. Other tokens only without a minimum, because it is in dollars. */
function tokensOf(
  coverage: readonly TransferCoverage[],
  { transfers }: WhaleAlertParts['indexes'],
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
