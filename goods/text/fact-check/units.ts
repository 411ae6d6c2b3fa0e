import { stem } from './stem.ts'

/** What a quantity measures. Quantities of one kind can be compared after conversion. */
export type QuantityKind =
  | 'count'
  | 'ordinal'
  | 'percent'
  | 'points'
  | 'money'
  | 'length'
  | 'area'
  | 'volume'
  | 'mass'
  | 'time'
  | 'speed'
  | 'temperature'
  | 'energy'
  | 'power'
  | 'data'

/** A unit: `factor` of them make the base unit of the kind. Currencies have no factor that lasts, so each is a base of its own. */
export interface Unit {
  readonly kind: QuantityKind
  readonly name: string
  readonly factor: number
}

/** Kind: names of one unit = factor to the base unit of the kind. */
const table: Readonly<Partial<Record<QuantityKind, string>>> = {
  percent: 'percent % pct percentage = 1',
  length: `millimetre millimeter mm = 0.001; centimetre centimeter cm = 0.01; metre meter m = 1; kilometre kilometer km = 1000;
inch in. = 0.0254; foot feet ft = 0.3048; yard yd = 0.9144; mile mi = 1609.344; nm = 1852; light-year lightyear = 9460730472580800`,
  area: `hectare ha = 10000; acre = 4046.8564224; sqm = 1; sqkm = 1000000; sqmi = 2589988.11`,
  volume: `millilitre milliliter ml = 0.001; litre liter = 1; gallon gal = 3.785411784; barrel bbl = 158.987294928; pint = 0.473176473`,
  mass: `milligram mg = 0.000001; gram g = 0.001; kilogram kilo kg = 1; tonne metric-ton mt = 1000; ton = 1000; pound lb lbs = 0.45359237;
ounce oz = 0.028349523; stone = 6.35029318`,
  time: `millisecond ms = 0.001; second sec = 1; minute min = 60; hour hr = 3600; day = 86400; week = 604800; month = 2629746;
year yr = 31556952; decade = 315569520; century = 3155695200; millennium = 31556952000`,
  speed: 'kph kmh = 0.277777778; mph = 0.44704; knot = 0.514444444',
  temperature: 'celsius = 1; fahrenheit = 1; kelvin = 1; degree ° = 1',
  energy:
    'joule = 1; kilojoule kj = 1000; calorie = 4184; kilowatt-hour kwh = 3600000; mwh = 3600000000; gwh = 3600000000000; twh = 3.6e15',
  power:
    'watt w = 1; kilowatt kw = 1000; megawatt mw = 1000000; gigawatt gw = 1000000000; terawatt tw = 1000000000000; horsepower hp = 745.7',
  data: `byte = 1; kilobyte kb = 1000; megabyte mb = 1000000; gigabyte gb = 1000000000; terabyte tb = 1000000000000; mbps = 1000000;
gbps = 1000000000`,
}

const currencies = `dollar $ usd us$; euro € eur; pound £ gbp sterling; yen ¥ jpy; rupee ₹ inr; yuan renminbi cny rmb; franc chf;
rouble ruble rub; won krw; krona kronor sek; cent; peso mxn; real brl; bitcoin btc; ether eth; usdc`

const units = new Map<string, Unit>()
for (const [kind, lines] of Object.entries(table)) {
  for (const line of lines.split(';')) {
    const [names = '', factor = '1'] = line.split('=')
    const written = names.trim().split(/\s+/)
    for (const name of written) units.set(keyOf(name), { kind: kind as QuantityKind, name: written[0] ?? name, factor: Number(factor) })
  }
}
const money = new Map<string, Unit>()
for (const line of currencies.split(';')) {
  const written = line.trim().split(/\s+/)
  for (const name of written) money.set(keyOf(name), { kind: 'money', name: written[0] ?? name, factor: 1 })
}

function keyOf(name: string): string {
  return name.length > 3 ? stem(name) : name
}

/** The unit that a word after a number names, or null. Letters alone (`m`, `g`) are units only right behind digits. */
export function unitOf(lower: string, directly: boolean): Unit | null {
  if (lower.length === 1 && /[a-z]/u.test(lower) && !directly) return null
  return units.get(lower) ?? units.get(stem(lower)) ?? null
}

/** The currency that a word or sign names, or null. `pound` after a number is a mass and a currency: the caller decides. */
export function currencyOf(lower: string): Unit | null {
  return money.get(lower) ?? money.get(stem(lower)) ?? null
}

/** Multipliers behind a number: `5 million`, `3.5bn`, `20k`. */
export function magnitudeOf(lower: string, directly: boolean): number | null {
  if (directly && lower in short) return short[lower as keyof typeof short]
  return long.get(lower) ?? null
}

const short = { k: 1e3, m: 1e6, mn: 1e6, bn: 1e9, b: 1e9, tn: 1e12 } as const
const long = new Map([
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
  ['bn', 1e9],
  ['mn', 1e6],
  ['dozen', 12],
])
