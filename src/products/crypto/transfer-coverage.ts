import type { Chains, Network } from '../../chain/chain.ts'
import type { Indexes } from '../../chain/indexes/create-indexes.ts'
import { Problem } from '../../shared/problems.ts'

export const coverageStates = ['current', 'reading', 'failing', 'waiting', 'absent', 'not_indexed'] as const

/** What the index has of the transfers of a network. */
export interface TransferCoverage {
  readonly network: Network
  readonly state: (typeof coverageStates)[number]
  /** Unix seconds: nothing older is kept. Null while nothing has been read. */
  readonly from: number | null
  /** Milliseconds since the epoch, up to which all is seen. */
  readonly upTo: number | null
  readonly block: number | null
  readonly blocksBehind: number | null
  /** Share of the history that has been read for good. */
  readonly historyRead: number | null
  /** USDC base units from which on a transfer is kept. */
  readonly threshold: bigint | null
}

const keptSeconds = 30 * 86_400
/** Longer without a look at the chain, and something may be missing that matters. */
const farBehindMs = 600_000

/** How the transfers of every enabled network are indexed. */
export function coverageOf(indexes: Pick<Indexes, 'state' | 'transfers'>, chains: Chains, now: number): TransferCoverage[] {
  const states = new Map(indexes.state().flatMap((one) => (one.index === 'transfers' ? [[one.network, one] as const] : [])))
  return [...chains.values()].map(({ network }) => {
    const stands = states.get(network.id)
    const [usdc] = indexes.transfers.tokens(network.id)
    const begun = stands?.since ? Date.parse(stands.since) / 1_000 : null
    const { block = null, head = null } = stands ?? {}
    return {
      network,
      state: stands?.state ?? 'not_indexed',
      from: begun === null ? null : Math.max(begun, Math.floor(now / 1_000) - keptSeconds),
      upTo: stands?.asOf ? Date.parse(stands.asOf) : null,
      block,
      blocksBehind: block === null || head === null ? null : Math.max(0, head - block),
      historyRead: stands?.progress ?? null,
      threshold: stands && usdc ? usdc.large : null,
    }
  })
}

/** Something of it has been read. */
export function hasRead({ upTo }: TransferCoverage): boolean {
  return upTo !== null
}

export function isFarBehind({ upTo }: TransferCoverage, now: number): boolean {
  return upTo !== null && now - upTo > farBehindMs
}

/**
 * The networks that are asked for: the named one, or all.
 * @throws Problem `unsupported_network` for one that is not enabled or not indexed, `offer_unavailable` where nothing was read yet
 */
export function chooseCoverage(all: readonly TransferCoverage[], asked: string | undefined): readonly TransferCoverage[] {
  const wanted = asked?.toLowerCase()
  const chosen = wanted === undefined ? all : all.filter(({ network }) => network.id === wanted || network.slug === wanted)
  const [only] = chosen
  if (wanted !== undefined && (!only || only.state === 'not_indexed')) {
    const indexed = all.filter(({ state }) => state !== 'not_indexed').map(({ network }) => `${network.id} (${network.slug})`)
    throw new Problem('unsupported_network', 'Transfers of this network are not indexed here.', {
      field: 'query.chain',
      expected: indexed.length === 0 ? 'none is indexed' : `one of ${indexed.join(', ')}`,
    })
  }
  if (!chosen.some(hasRead)) throw new Problem('offer_unavailable', 'No transfers have been read yet.', { retryAfter: 10 })
  return chosen
}
