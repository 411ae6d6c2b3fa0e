import type { NetworkId } from '../../../chain/chain.ts'
import type { Indexes } from '../../../chain/indexes/create-indexes.ts'
import type { AddressLabels } from '../../../chain/labels/create-labels.ts'
import { answer, fixedPrice, offer, type AnyOffer, type Availability, type OfferContext } from '../../../offers/offer.ts'
import type { Hex } from '../../../shared/bytes.ts'
import { formatUsd } from '../../../shared/money.ts'
import { Problem } from '../../../shared/problems.ts'
import { readLargeTransfers, type LargeTransfer } from './read-large-transfers.ts'
import { readSanctionLabels } from '../../../addresses/sanctions/sanction-labels.ts'
import { createTokenUnitReader, type TokenUnit } from './token-units.ts'
import { chooseCoverage, coverageOf, hasRead, type TransferCoverage } from './transfer-coverage.ts'
import { whaleBody, whaleAnswer } from './whale-answer.ts'
import { whalesOnBase } from './whale-example.ts'
import { whaleQuery } from './whale-query.ts'

/** What the offer needs besides the context of every offer. */
export interface WhaleAlertParts {
  readonly indexes: Pick<Indexes, 'state' | 'transfers'>
  readonly labels: AddressLabels
}

const deadlineMs = 3_000
/** For a token's symbol and decimals, which are asked for once. */
const tokenMs = 1_000

/** Large transfers from the index that a background job keeps. A call reads the database; it asks a node only for the unit of a new token. */
export function whaleAlerts(parts: WhaleAlertParts | null): AnyOffer {
  const readUnit = createTokenUnitReader()

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
    available: ({ chains }) => availabilityOf(parts, chains),
    async run({ query: { chain, min, since = 0, limit, cursor } }, { chains, sources, clock, signal }) {
      if (!parts) throw new Problem('offer_unavailable', 'This service is not connected to any network.', { retryAfter: 60 })
      const { indexes, labels } = parts
      const now = clock.now()
      const coverage = chooseCoverage(coverageOf(indexes, chains, now), chain)
      checkMinimum(coverage, min)
      const kept = Math.min(...coverage.flatMap(({ from }) => from ?? []))
      const asked = { tokens: tokensOf(coverage, indexes, min), since: BigInt(Math.max(since, kept)), after: cursor, limit }
      const { transfers, next } = await readLargeTransfers(indexes.transfers, asked)
      const [units, listed] = await Promise.all([
        unitsOfAll(transfers),
        readSanctionLabels(
          transfers.flatMap(({ sender, recipient }) => [sender, recipient]),
          sources.sanctions,
          signal,
        ),
      ])
      return answer(
        whaleBody({
          transfers,
          next,
          coverage,
          since,
          min,
          labelsOf: (network, address) => [...[listed?.get(address) ?? []].flat(), ...labels.of(network, address)],
          unitOf: (network, token) => units.get(`${network} ${token}`) ?? { symbol: null, decimals: null },
          now,
          simulated: sources.simulated,
          listStamps: listed && sources.sanctions.stamps(),
        }),
      )

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
