import type { Chains } from '../chain/chain.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { sourceCatalog, sourceIds, type SourceId } from '../sources/source-catalog.ts'
import type { Sources } from '../sources/sources.ts'

/** Which sources an offer rests on, and what a contract for some of them changes. */
export interface OfferSources {
  readonly offer: string
  /** Sources whose answers may be sold without a contract. */
  readonly open: readonly SourceId[]
  /** Sources that need a contract: those that `SOURCES_ACCEPTED` switches on. */
  readonly contract: readonly SourceId[]
  /** Whether it is sold without any further contract. */
  readonly soldWithout: boolean
  /** Sources of which any one makes it sold; empty where it is sold without, and where one is not enough. */
  readonly anyOf: readonly SourceId[]
  /** Sources of which some two make it sold, where one is not enough. */
  readonly twoOf: readonly SourceId[]
}

interface OfferSourcesParts {
  readonly sources: Sources
  readonly chains: Chains
  readonly isOn?: Enabled
  readonly hasContract?: Enabled
}

type Enabled = (id: SourceId) => boolean
const needsContract: Enabled = (id) => sourceCatalog[id].terms.resale === 'contract'

const lists: readonly SourceId[] = ['ofac', 'eu-sanctions', 'un-sanctions', 'uk-sanctions']
/** Sources that an offer uses where they are on, and is sold without. */
const alsoUsed: Readonly<Record<string, readonly SourceId[]>> = {
  'check-402': lists,
  'trust-score': lists,
  'trust-tier': lists,
  'trust-score-batch': lists,
  'deep-analysis': lists,
  'deep-analysis-batch': lists,
  'whale-alerts': lists,
  'wallet-score': lists,
  'token-analysis': ['dexscreener'],
}

/**
 * The sources of each offer that has any, in the order of the offers. They are read from the dataset that an offer declares, from
 * what it looks at to say whether it is available, and from the table above. No source is asked anything.
 * @param isOn whether a source is on besides the question of contracts, as when the operator has not switched it off
 * @param hasContract whether the operator has a contract for a source already
 */
export function offerSources(
  offers: readonly AnyOffer[],
  { sources, chains, isOn = () => true, hasContract = () => false }: OfferSourcesParts,
): OfferSources[] {
  const isSold = (offer: AnyOffer, accepted: Enabled) =>
    offer.available({
      sources: withEnabled(sources, (id) => isOn(id) && (!needsContract(id) || hasContract(id) || accepted(id))),
      chains,
    }) !== 'disabled'
  return offers.flatMap((offer): OfferSources[] => {
    const used = usedBy(offer, { sources, chains })
    if (used.length === 0) return []
    const contract = used.filter(needsContract)
    const soldWithout = isSold(offer, () => false)
    const anyOf = soldWithout ? [] : contract.filter((one) => isSold(offer, (id) => id === one))
    const isHalf = (one: SourceId) => contract.some((other) => other !== one && isSold(offer, (id) => id === one || id === other))
    const twoOf = soldWithout || anyOf.length > 0 ? [] : contract.filter(isHalf)
    return [{ offer: offer.id, open: used.filter((id) => !needsContract(id)), contract, soldWithout, anyOf, twoOf }]
  })
}

/** In the order of the source catalog. */
function usedBy(offer: AnyOffer, { sources, chains }: { readonly sources: Sources; readonly chains: Chains }): SourceId[] {
  const looked = new Set<string>([...(offer.dataset?.sources ?? []), ...(alsoUsed[offer.id] ?? [])])
  const watched = withEnabled(sources, (id) => {
    looked.add(id)
    return true
  })
  offer.available({ sources: watched, chains })
  return sourceIds.filter((id) => looked.has(id))
}

/** The same sources, some of them switched on or off. They may only be asked whether they are enabled. */
function withEnabled(sources: Sources, isEnabled: Enabled): Sources {
  const changed = Object.entries(sources).map(([name, part]: [string, unknown]) => {
    if (!isAdapter(part)) return [name, part] as const
    const { source } = part
    const watched = Object.defineProperty({ ...source }, 'enabled', { get: () => isEnabled(source.terms.id as SourceId) })
    // Some feeds have their source with them.
    const feeds = Object.entries(part).map(([feed, value]: [string, unknown]) => [
      feed,
      isAdapter(value) ? { ...value, source: watched } : value,
    ])
    return [name, { ...Object.fromEntries(feeds), source: watched }] as const
  })
  return Object.fromEntries(changed) as unknown as Sources
}

function isAdapter(part: unknown): part is Pick<Sources['ecb'], 'source'> {
  return typeof part === 'object' && part !== null && 'source' in part
}
