import { sourcesOf, type SaleContext } from '../needs.ts'
import type { AnyOffer } from '../offer.ts'
import { settingsOfParts } from '../sources-needed.ts'
import type { Log } from '../../shared/log.ts'
import { offerSources } from './offer-sources.ts'

/** It stands for the setting of any network. */
const defaultNodeSetting = 'RPC_URL_…'

const unknownSetting = 'another setting'

/**
 * Logs at the start what a live service sells with its settings, and in a second line what each further setting adds to that. The
 * sandbox has everything, so nothing is logged there.
 */
export function logOffersForSale(
  parts: SaleContext & {
    readonly offers: readonly AnyOffer[]
    readonly log: Log
    /** The setting that brings networks to read: `READ_RPC_URL_…` in a sandbox. */
    readonly nodeSetting?: string
  },
): void {
  const { sources, offers, log, nodeSetting = defaultNodeSetting } = parts
  if (sources.simulated) return
  const sold = soldOf(offers, parts)
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
  parts: SaleContext & { readonly offers: readonly AnyOffer[]; readonly nodeSetting?: string },
): string | null {
  const { sources, offers, nodeSetting = defaultNodeSetting } = parts
  if (sources.simulated) return null
  const adds = whatSettingsAdd(offers, soldOf(offers, parts), { ...parts, nodeSetting })
  const settings = Object.keys(adds).filter((setting) => adds[setting]?.includes(offer.id) && setting !== unknownSetting)
  return settings.length === 0
    ? null
    : `Use another offer or another service. The operator of this one can switch it on: ${settings.join(', or ')}.`
}

function soldOf(offers: readonly AnyOffer[], context: SaleContext): string[] {
  return offers.filter((offer) => offer.available(context) !== 'disabled').map(({ id }) => id)
}

type Parts = SaleContext & { readonly nodeSetting: string }

/** By setting and value: the offers that it adds, and sources that enrich what is sold already. */
function whatSettingsAdd(offers: readonly AnyOffer[], sold: readonly string[], parts: Parts): Record<string, string[]> {
  const { sources, nodeSetting } = parts
  const adds = new Map<string, Set<string>>()
  const add = (setting: string, gain: string) => adds.set(setting, (adds.get(setting) ?? new Set()).add(gain))
  const states = sources.state()
  const accepted = new Set(states.filter(({ enabled }) => enabled).map(({ id }) => id))
  const acceptable = new Set(states.filter(({ off }) => off === 'no_contract').map(({ id }) => id))
  const isOn = (id: string) => accepted.has(id) || acceptable.has(id)
  const hasContract = (id: string) => accepted.has(id)
  const rows = offerSources(offers, { ...parts, isOn, hasContract })
  for (const { offer, contract, anyOf, twoOf } of rows) {
    const off = contract.filter((id) => acceptable.has(id))
    if (sold.includes(offer)) for (const id of off) add(`SOURCES_ACCEPTED=${id}`, `more for ${offer}`)
    else if (anyOf.length > 0) for (const id of anyOf) add(`SOURCES_ACCEPTED=${id}`, offer)
    else if (twoOf.length > 0) add(`SOURCES_ACCEPTED=two of ${twoOf.join(',')}`, offer)
  }
  const isOffChain = new Set(states.filter(({ off }) => off === 'no_network').map(({ id }) => id))
  const withChain = offerSources(offers, { ...parts, isOn: (id) => isOn(id) || isOffChain.has(id), hasContract })
  const soldWithChain = new Set(withChain.flatMap(({ offer, soldWithout }) => (soldWithout ? [offer] : [])))
  for (const offer of offers) {
    if (sold.includes(offer.id) || !soldWithChain.has(offer.id)) continue
    for (const setting of settingsOfNetworks(offer, isOffChain, parts)) add(setting, offer.id)
  }
  const byContract = new Set(rows.flatMap(({ offer, anyOf, twoOf }) => (anyOf.length + twoOf.length > 0 ? [offer] : [])))
  const gained = new Set([...adds.values()].flatMap((gains) => [...gains]))
  for (const { id, needs } of offers) {
    if (sold.includes(id) || byContract.has(id) || gained.has(id)) continue
    add(needs.engine?.setting ?? (needs.network ? nodeSetting : unknownSetting), id)
  }
  for (const { id, off, name } of states) {
    const setting = off === 'no_key' ? sources.byId.get(id)?.source.terms.keySetting : undefined
    if (setting !== undefined) add(setting, name)
  }
  return Object.fromEntries([...adds].map(([setting, gains]) => [setting, [...gains]]))
}

/** What switches on the sources on chain that an offer lacks: a node of one of their networks, or else the index that they are read from. */
function settingsOfNetworks({ needs }: AnyOffer, isOffChain: ReadonlySet<string>, { sources, nodeSetting }: Parts): string[] {
  const off = sourcesOf(needs).filter((id) => isOffChain.has(id))
  if (off.length === 0) return (needs.sources ?? []).flatMap((one) => settingsOfParts(one, sources.byId))
  const networks = new Set(off.flatMap((id) => sources.byId.get(id)?.source.terms.onChain ?? []))
  return [[...networks].map((slug) => nodeSetting.replace('…', slug.toUpperCase())).join(' or ')]
}
