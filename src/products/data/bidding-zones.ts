import type { DayPrices } from '../../sources/adapters/energy/day-prices.ts'
import { eleringZones } from '../../sources/adapters/energy/elering.ts'
import { feedCandidate } from '../../sources/policy/first-answer.ts'
import type { SourceCandidate } from '../../sources/policy/first-answer.ts'
import type { Sources } from '../../sources/sources.ts'
import type { Supply } from '../../sources/policy/availability.ts'

type PriceSources = Pick<Sources, 'energyCharts' | 'awattarDe' | 'awattarAt' | 'elering'>

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

/** The official spelling of a zone's name that is given in any case; null for an unknown zone. */
export function zoneNamed(text: string): string | null {
  return names.get(text.toLowerCase()) ?? null
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

/** The sources that availability depends on. */
export function priceSupplies({ energyCharts, awattarDe, awattarAt, elering }: PriceSources): Supply[] {
  return [energyCharts, awattarDe, awattarAt, elering].map(({ source, days }) => ({ source, feeds: [days] }))
}
