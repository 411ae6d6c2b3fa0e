import type { Chains } from '../chain/chain.ts'
import { knownPlaces } from '../chain/prices/known-places.ts'
import type { AnyOffer } from '../offers/offer.ts'
import type { Log } from '../shared/log.ts'
import type { SourceId } from '../sources/source-catalog.ts'
import type { Sources } from '../sources/sources.ts'
import { offerSources } from './offer-sources.ts'

const defaultNodeSetting = 'RPC_URL_…'

/** What offers need besides sources: the setting that brings it. `RPC_URL_…` stands for the setting of any network. */
const settingOf: Readonly<Record<string, string>> = {
  'trust-score': 'RPC_URL_…',
  'trust-tier': 'RPC_URL_…',
  'agent-verify': 'RPC_URL_…',
  'trust-score-batch': 'RPC_URL_…',
  'deep-analysis': 'RPC_URL_…',
  'deep-analysis-batch': 'RPC_URL_…',
  'wallet-score': 'RPC_URL_…',
  'token-analysis': 'RPC_URL_…',
  'whale-alerts': 'INDEX_TRANSFERS',
  screenshot: 'BROWSER',
  'pdf-generate': 'BROWSER',
  'fact-check': 'TEXT_TOOLS',
  'fact-check-deep': 'TEXT_TOOLS',
  summarize: 'TEXT_TOOLS',
  sentiment: 'TEXT_TOOLS',
  'code-review': 'TEXT_TOOLS',
  translate: 'APERTIUM_DIR',
  'translate-languages': 'APERTIUM_DIR',
}
const settingOfModels = 'LLM_PROVIDER'
const unknownSetting = 'another setting'
/** Where there are networks with pools, and their swaps are not read. */
const settingOfPools = 'INDEX_POOLS'

/** The settings of the networks that have feeds and pools. */
function pricedNetworks(nodeSetting: string): string {
  const slugs = [...new Set(knownPlaces.feeds.map(({ network }) => network))]
  return slugs.map((slug) => nodeSetting.replace('…', slug.toUpperCase())).join(' or ')
}

/** What a setting adds, in words, for sources that answer only with a key. */
const settingOfKey: Readonly<Partial<Record<SourceId, string>>> = { 'companies-house': 'COMPANIES_HOUSE_KEY' }

/**
 * Logs at the start what a live service sells with its settings, and in a second line what each further setting adds to that. The
 * sandbox has everything, so nothing is logged there.
 */
export function logOffersForSale(parts: {
  readonly sources: Sources
  readonly offers: readonly AnyOffer[]
  readonly chains: Chains
  readonly log: Log
  /** The setting that brings networks to read: `READ_RPC_URL_…` in a sandbox. */
  readonly nodeSetting?: string
}): void {
  const { sources, offers, chains, log, nodeSetting = defaultNodeSetting } = parts
  if (sources.simulated) return
  const sold = soldOf(offers, { sources, chains })
  log.info({ count: sold.length, of: offers.length, offers: sold }, 'offers for sale with these settings')
  const adds = whatSettingsAdd(offers, sold, { ...parts, nodeSetting })
  if (Object.keys(adds).length > 0) log.info(adds, 'what further settings add: offers, or sources of offers that are sold already')
}

/**
 * What the operator can set so that an offer is sold, in words for callers: the names of settings are public, and their values are not
 * told. Null where that is not known, and in the sandbox.
 */
export function settingsThatSell(
  offer: AnyOffer,
  {
    nodeSetting = defaultNodeSetting,
    ...parts
  }: {
    readonly sources: Sources
    readonly offers: readonly AnyOffer[]
    readonly chains: Chains
    readonly nodeSetting?: string
  },
): string | null {
  const { sources, offers, chains } = parts
  if (sources.simulated) return null
  const adds = whatSettingsAdd(offers, soldOf(offers, parts), { sources, chains, nodeSetting })
  const settings = Object.keys(adds).filter((setting) => adds[setting]?.includes(offer.id) && setting !== unknownSetting)
  return settings.length === 0
    ? null
    : `Use another offer or another service. The operator of this one can switch it on: ${settings.join(', or ')}.`
}

function soldOf(offers: readonly AnyOffer[], { sources, chains }: { readonly sources: Sources; readonly chains: Chains }): string[] {
  return offers.filter((offer) => offer.available({ sources, chains }) !== 'disabled').map(({ id }) => id)
}

/** By setting and value: the offers that it adds, and sources that enrich what is sold already. */
function whatSettingsAdd(
  offers: readonly AnyOffer[],
  sold: readonly string[],
  { sources, chains, nodeSetting }: { readonly sources: Sources; readonly chains: Chains; readonly nodeSetting: string },
): Record<string, string[]> {
  const adds = new Map<string, Set<string>>()
  const add = (setting: string, gain: string) => adds.set(setting, (adds.get(setting) ?? new Set()).add(gain))
  const states = sources.state()
  const accepted = new Set<string>(states.filter(({ enabled }) => enabled).map(({ id }) => id))
  const acceptable = new Set<string>(states.filter(({ off }) => off === 'no_contract').map(({ id }) => id))
  const isOn = (id: SourceId) => accepted.has(id) || acceptable.has(id)
  const rows = offerSources(offers, { sources, chains, isOn, hasContract: (id) => accepted.has(id) })
  for (const { offer, contract, anyOf, twoOf } of rows) {
    const off = contract.filter((id) => acceptable.has(id))
    if (sold.includes(offer)) for (const id of off) add(`SOURCES_ACCEPTED=${id}`, `more for ${offer}`)
    else if (anyOf.length > 0) for (const id of anyOf) add(`SOURCES_ACCEPTED=${id}`, offer)
    else if (twoOf.length > 0) add(`SOURCES_ACCEPTED=two of ${twoOf.join(',')}`, offer)
  }
  const isOffChain = new Set<string>(states.filter(({ off }) => off === 'no_network').map(({ id }) => id))
  const withChain = offerSources(offers, {
    sources,
    chains,
    isOn: (id) => isOn(id) || isOffChain.has(id),
    hasContract: (id) => accepted.has(id),
  })
  for (const { offer, soldWithout } of withChain)
    if (soldWithout && !sold.includes(offer)) add(isOffChain.size > 0 ? pricedNetworks(nodeSetting) : settingOfPools, offer)
  const byContract = new Set(rows.flatMap(({ offer, anyOf, twoOf }) => (anyOf.length + twoOf.length > 0 ? [offer] : [])))
  const gained = new Set([...adds.values()].flatMap((gains) => [...gains]))
  for (const { id } of offers) {
    if (!sold.includes(id) && !byContract.has(id) && !gained.has(id)) add(settingFor(id, nodeSetting), id)
  }
  for (const { id, off, name } of states) {
    const setting = off === 'no_key' ? settingOfKey[id as SourceId] : undefined
    if (setting !== undefined) add(setting, name)
  }
  return Object.fromEntries([...adds].map(([setting, gains]) => [setting, [...gains]]))
}

function settingFor(offer: string, nodeSetting: string): string {
  const setting = settingOf[offer] ?? (offer.endsWith('-llm') ? settingOfModels : unknownSetting)
  return setting === defaultNodeSetting ? nodeSetting : setting
}
