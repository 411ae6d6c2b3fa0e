import type { DayPrices } from '../../sources/day-prices.ts'
import { eleringZones } from '../../sources/elering.ts'
import { candidate } from '../../sources/in-order.ts'
import type { Candidate } from '../../sources/in-order.ts'
import type { Sources } from '../../sources/sources.ts'
import type { Supply } from '../../sources/availability.ts'

type PriceSources = Pick<Sources, 'energyCharts' | 'awattarDe' | 'awattarAt' | 'elering'>

/** Zones whose prices Energy-Charts has from SMARD.de, under CC BY 4.0; it says so with each answer, and that is what counts. */
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

/** The zone's name as it is written, for a name in any case. */
export function zoneNamed(text: string): string | null {
  return names.get(text.toLowerCase()) ?? null
}

/** Who has the prices of a zone for a day (YYYY-MM-DD), the first choice first. */
export function pricesOfZone(sources: PriceSources, zone: string, day: string): Candidate<DayPrices>[] {
  const { energyCharts, awattarDe, awattarAt, elering } = sources
  const baltic = eleringZones.find((name) => name === zone)
  if (baltic) return [candidate(elering.source, elering.days, day, ({ zones }) => zones[baltic])]
  const hourly = { 'DE-LU': awattarDe, AT: awattarAt }[zone]
  return [
    candidate(energyCharts.source, energyCharts.days, `${zone} ${day}`, ({ prices, restricted }) => (restricted ? null : prices)),
    ...(hourly ? [candidate(hourly.source, hourly.days, day, ({ prices }) => prices)] : []),
  ]
}

/** Zones that can be had with the sources that are on. */
export function zonesOffered(sources: PriceSources): { id: string; title: string }[] {
  return Object.entries(titles)
    .filter(([id]) => pricesOfZone(sources, id, '2026-01-01').some(({ source }) => source.enabled))
    .map(([id, title]) => ({ id, title }))
}

/** For availability. */
export function priceSupplies({ energyCharts, awattarDe, awattarAt, elering }: PriceSources): Supply[] {
  return [energyCharts, awattarDe, awattarAt, elering].map(({ source, days }) => ({ source, feeds: [days] }))
}
