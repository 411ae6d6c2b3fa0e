/** Countries of the euro area in 2026. */
const euroArea = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')
const union = [...euroArea, ...'CZ DK HU PL RO SE'.split(' ')]

/** The area that a figure is for. */
export interface Area {
  /** ISO 3166-1 alpha-2, or EA for the euro area, or EU. */
  readonly code: string
  readonly name: string
  readonly isCountry: boolean
  /** The euro area itself included. */
  readonly inEuroArea: boolean
  /** The euro area and the union itself included. */
  readonly inUnion: boolean
}

const aggregates: Readonly<Record<string, Area>> = {
  EA: { code: 'EA', name: 'Euro area', isCountry: false, inEuroArea: true, inUnion: true },
  EU: { code: 'EU', name: 'European Union', isCountry: false, inEuroArea: false, inUnion: true },
}

/** Codes that some statistical offices use, with the ISO code. */
const otherNames: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB', EZ: 'EA', U2: 'EA' }
/** ISO codes that have a name and are not countries. */
const nonCountries = ['UN', 'XA', 'XB', 'ZZ', 'QO']

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** The area of a code in any case; null for an unknown code. */
export function areaOf(text: string): Area | null {
  const upper = text.toUpperCase()
  const code = Object.hasOwn(otherNames, upper) ? (otherNames[upper] ?? upper) : upper
  if (Object.hasOwn(aggregates, code)) return aggregates[code] ?? null
  const name = /^[A-Z]{2}$/.test(code) && !nonCountries.includes(code) ? names.of(code) : undefined
  return name === undefined ? null : { code, name, isCountry: true, inEuroArea: euroArea.includes(code), inUnion: union.includes(code) }
}
