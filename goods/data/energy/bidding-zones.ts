import { feedCandidate, type SourceCandidate } from '../../../src/goods/kit/several-sources.ts'
import type { DayPrices } from './day-prices.ts'
import { eleringZones } from './elering.ts'
import type { DataSources } from '../data-sources.ts'

type PriceSources = Pick<DataSources, 'energyCharts' | 'awattarDe' | 'awattarAt' | 'elering'>

/** Zones whose prices Energy-Charts takes from SMARD.de, under CC BY 4.0. Each of its answers names the licence, and that name decides. */
const openZones: Readonly<Record<string, string>> = {
  'DE-LU': 'Germany and Luxembourg',
  AT: 'Austria',
  BE: 'Belgium',
  CH: 'Switzerland',
  CZ: 'Czechia',
  DK1: 'Western Denmark',
  DK2: 'Eastern Denmark',
  FR: 'France',
  HU: 'Hungary',
  'IT-North': 'Northern Italy',
  NL: 'Netherlands',
  NO2: 'Southwestern Norway',
  PL: 'Poland',
  SE4: 'Southern Sweden',
  SI: 'Slovenia',
}

const balticZones: Readonly<Record<(typeof eleringZones)[number], string>> = {
  EE: 'Estonia',
  FI: 'Finland',
  LV: 'Latvia',
  LT: 'Lithuania',
}

const titles: Readonly<Record<string, string>> = { ...openZones, ...balticZones }
const names = new Map(Object.keys(titles).map((name) => [name.toLowerCase(), name]))

/** Countries that are one zone, or most of one. */
const aliases: Readonly<Record<string, string>> = { de: 'DE-LU', lu: 'DE-LU', 'de-at-lu': 'DE-LU', it: 'IT-North' }

const privateUse = 'Energy-Charts licenses them for private and internal use only'
const noOpenSource = `${privateUse}, OMIE grants no right to resell them, and ENTSO-E needs an agreement`

/** Zones that exist and are not sold, with the reason. `docs/sources.md` has what was looked for. */
const unsoldZones: Readonly<Record<string, string>> = {
  es: noOpenSource,
  pt: noOpenSource,
  ...Object.fromEntries('bg gr hr ro rs sk me no1 no3 no4 no5 se1 se2 se3'.split(' ').map((zone) => [zone, privateUse])),
}

/** Countries that consist of several zones, with those that are sold. */
const severalZones: Readonly<Record<string, string>> = { dk: 'DK1 or DK2', no: 'NO2', se: 'SE4' }

/** Why there are no prices for a name that is not an offered zone. */
export function whyNoZone(text: string): { readonly detail: string; readonly expected?: string } {
  const name = text.toLowerCase()
  const reason = Object.hasOwn(unsoldZones, name) ? unsoldZones[name] : undefined
  if (reason !== undefined) return { detail: `The prices of ${text.toUpperCase()} are not sold: ${reason}.` }
  const zones = Object.hasOwn(severalZones, name) ? severalZones[name] : undefined
  if (zones !== undefined) return { detail: `${text.toUpperCase()} has several bidding zones. Name one that is offered.`, expected: zones }
  return { detail: 'No bidding zone of this name is offered.' }
}

/** The official spelling of a zone that is named in any case, or by its country; null for an unknown zone. */
export function zoneNamed(text: string): string | null {
  const name = text.toLowerCase()
  return names.get(name) ?? (Object.hasOwn(aliases, name) ? (aliases[name] ?? null) : null)
}

/** The sources of a zone's prices for a day (YYYY-MM-DD), in the order in which they are asked. */
export function pricesOfZone(sources: PriceSources, zone: string, day: string): SourceCandidate<DayPrices>[] {
  const { energyCharts, awattarDe, awattarAt, elering } = sources
  const baltic = eleringZones.find((name) => name === zone)
  if (baltic) return [feedCandidate(elering.source, elering.days, day, ({ zones }) => zones[baltic])]
  const hourly = { 'DE-LU': awattarDe, AT: awattarAt }[zone]
  return [
    feedCandidate(energyCharts.source, energyCharts.days, `${zone} ${day}`, ({ prices, restricted }) => (restricted ? null : prices)),
    ...(hourly ? [feedCandidate(hourly.source, hourly.days, day, ({ prices }) => prices)] : []),
  ]
}

/** Zones that the enabled sources cover. */
export function zonesOffered(sources: PriceSources): { id: string; title: string }[] {
  return Object.entries(titles)
    .filter(([id]) => pricesOfZone(sources, id, '2026-01-01').some(({ source }) => source.enabled))
    .map(([id, title]) => ({ id, title }))
}
