import { Problem } from '../../../src/goods/door.ts'
import { type Chains, type Network, networkNamed } from '../../../src/goods/kit/evm.ts'
import type { Indexes } from '../indexes/create-indexes.ts'

export const coverageStates = ['current', 'reading', 'failing', 'waiting', 'absent', 'not_indexed'] as const

/** How far the index has read the transfers of a network. */
export interface TransferCoverage {
  readonly network: Network
  readonly state: (typeof coverageStates)[number]
  /** Unix seconds. Older transfers are not kept. Null while nothing has been read. */
  readonly from: number | null
  /** Milliseconds since the epoch. All transfers up to this time are indexed. */
  readonly upTo: number | null
  readonly block: number | null
  readonly blocksBehind: number | null
  /** Share of the history that has been read, from 0 to 1. */
  readonly historyRead: number | null
  /** The smallest USDC transfer that is kept, in base units. */
  readonly threshold: bigint | null
}

const keptSeconds = 30 * 86_400
/** An index that has not read its chain for so long may miss important transfers. */
const farBehindMs = 600_000

/** The coverage of every enabled network. */
export function coverageOf(indexes: Pick<Indexes, 'state' | 'transfers'>, chains: Chains, now: number): TransferCoverage[] {
  const states = new Map(indexes.state().flatMap((one) => (one.index === 'transfers' ? [[one.network, one] as const] : [])))
  return [...chains.values()].map(({ network }) => {
    const indexState = states.get(network.id)
    const [usdc] = indexes.transfers.tokens(network.id)
    const begun = indexState?.since ? Date.parse(indexState.since) / 1_000 : null
    const { block = null, head = null } = indexState ?? {}
    return {
      network,
      state: indexState?.state ?? 'not_indexed',
      from: begun === null ? null : Math.max(begun, Math.floor(now / 1_000) - keptSeconds),
      upTo: indexState?.asOf ? Date.parse(indexState.asOf) : null,
      block,
      blocksBehind: block === null || head === null ? null : Math.max(0, head - block),
      historyRead: indexState?.progress ?? null,
      threshold: indexState && usdc ? usdc.large : null,
    }
  })
}

/** Whether any of its transfers have been read. */
export function hasRead({ upTo }: TransferCoverage): boolean {
  return upTo !== null
}

export function isFarBehind({ upTo }: TransferCoverage, now: number): boolean {
  return upTo !== null && now - upTo > farBehindMs
}

/**
 * The coverage of the networks that a caller asks for: the named one, or all.
 * @throws Problem `unsupported_network` for one that is not enabled or not indexed, `offer_unavailable` where nothing was read yet
 */
export function chooseCoverage(all: readonly TransferCoverage[], asked: string | undefined): readonly TransferCoverage[] {
  const wanted = asked === undefined ? undefined : networkNamed(asked)?.id
  const chosen = asked === undefined ? all : all.filter(({ network }) => network.id === wanted)
  const [only] = chosen
  if (asked !== undefined && (!only || only.state === 'not_indexed')) {
    const indexed = all.filter(({ state }) => state !== 'not_indexed').map(({ network }) => `${network.id} (${network.slug})`)
    throw new Problem('unsupported_network', 'Transfers of this network are not indexed here.', {
      field: 'query.chain',
      expected: indexed.length === 0 ? 'none is indexed' : `one of ${indexed.join(', ')}`,
    })
  }
  if (!chosen.some(hasRead)) throw new Problem('offer_unavailable', 'No transfers have been read yet.', { retryAfter: 10 })
  return chosen
}
