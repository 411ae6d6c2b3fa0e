/** How lists write countries, if not by the current English name. */
const otherNames: Readonly<Record<string, string>> = {
  'russian federation': 'RU',
  'iran islamic republic of': 'IR',
  'syrian arab republic': 'SY',
  syria: 'SY',
  'korea democratic people s republic of': 'KP',
  'democratic people s republic of korea': 'KP',
  'korea north': 'KP',
  dprk: 'KP',
  'korea republic of': 'KR',
  'republic of korea': 'KR',
  'korea south': 'KR',
  'congo democratic republic of the': 'CD',
  'congo democratic republic': 'CD',
  'democratic republic of the congo': 'CD',
  'congo republic of': 'CG',
  'republic of the congo': 'CG',
  'central african republic': 'CF',
  burma: 'MM',
  myanmar: 'MM',
  'united states': 'US',
  'united states of america': 'US',
  usa: 'US',
  uk: 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  uae: 'AE',
  'united arab emirates': 'AE',
  'venezuela bolivarian republic of': 'VE',
  'bolivia plurinational state of': 'BO',
  'moldova republic of': 'MD',
  'republic of moldova': 'MD',
  'tanzania united republic of': 'TZ',
  'united republic of tanzania': 'TZ',
  'lao people s democratic republic': 'LA',
  'viet nam': 'VN',
  'ivory coast': 'CI',
  'cote d ivoire': 'CI',
  'west bank': 'PS',
  'region gaza': 'PS',
  gaza: 'PS',
  'occupied palestinian territories': 'PS',
  'state of palestine': 'PS',
  palestinian: 'PS',
  'bosnia and herzegovina': 'BA',
  macedonia: 'MK',
  'the former yugoslav republic of macedonia': 'MK',
  turkiye: 'TR',
  turkey: 'TR',
  'czech republic': 'CZ',
  'cape verde': 'CV',
  swaziland: 'SZ',
  'the gambia': 'GM',
  'gambia the': 'GM',
  'the bahamas': 'BS',
  'bahamas the': 'BS',
  'hong kong': 'HK',
  macau: 'MO',
  congo: 'CG',
  'people s republic of china': 'CN',
  'trinidad and tobago': 'TT',
  'sao tome and principe': 'ST',
  'antigua and barbuda': 'AG',
}

/** Codes that do not belong to countries. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA'])

const codes = englishNames()

function englishNames(): Map<string, string> {
  const names = new Map<string, string>()
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x41 + index))
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second
      // Skip codes of former countries, which map to current ones and have their names.
      if (noCountries.has(code) || new Intl.Locale(`und-${code}`).region !== code) continue
      const name = english.of(code)
      if (name === undefined) continue
      names.set(plain(name), code)
      names.set(code.toLowerCase(), code)
    }
  }
  for (const [name, code] of Object.entries(otherNames)) names.set(name, code)
  return names
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z]+/g, ' ')
    .trim()
}

/** Earlier results, because lists repeat the same few hundred names thousands of times. */
const known = new Map<string, string | null>()
const maxKnown = 2_000

/** Words that decide, before the name that comes first: "Congo (Democratic Republic)", "China, Hong Kong SAR". */
const telling: readonly (readonly [RegExp, string | null])[] = [
  [/\bhong kong\b/, 'HK'],
  [/\bmaca[ou]\b/, 'MO'],
  [/\btaiwan\b/, 'TW'],
  [/\b(?:congo\b.*\b(?:democratic|dem|dr|drc|kinshasa)|(?:democratic|dem|dr|d r)\b.*\bcongo|drc|zaire)\b/, 'CD'],
  [/\bcongo\b/, 'CG'],
  [/\bkorea\b.*\b(?:north|democratic|dem|dprk)\b|\b(?:north|democratic|dem)\b.*\bkorea\b/, 'KP'],
  [/\bkorea\b.*\b(?:south|republic|rep)\b|\b(?:south|republic|rep)\b.*\bkorea\b/, 'KR'],
  [/\bequatorial guinea\b|\bguinea equatorial\b/, 'GQ'],
  [/\bguinea bissau\b/, 'GW'],
  [/\bpapua\b/, 'PG'],
  [/\bsouth sudan\b|\bsudan south\b/, 'SS'],
  [/\bvirgin islands\b.*\b(?:british|uk)\b|\b(?:british|uk)\b.*\bvirgin islands\b/, 'VG'],
  [/\bvirgin islands\b/, 'VI'],
  [/\bamerican samoa\b|\bsamoa american\b/, 'AS'],
  [/\bnorthern ireland\b|\bireland northern\b/, 'GB'],
  [/\bsoviet union\b|\bussr\b|\byugoslavia\b|\bczechoslovakia\b/, null],
]

/** ISO 3166-1 alpha-2 code of a country by its name or code, in any case; null for anything else. */
export function countryCode(text: string): string | null {
  const code = /^[a-z]{2}$/i.test(text) ? codes.get(text.toLowerCase()) : undefined
  return code ?? countryByName(text)
}

/** The code of a country by its name as lists write it. Two letters are no name: "na" is "not available", not Namibia. */
export function countryByName(text: string): string | null {
  const before = known.get(text)
  if (before !== undefined) return before
  const code = findByName(text)
  if (known.size < maxKnown) known.set(text, code)
  return code
}

function findByName(text: string): string | null {
  const whole = plain(text)
  if (whole.length <= 2) return otherNames[whole] ?? null
  const exact = codes.get(whole)
  if (exact !== undefined) return exact
  for (const [words, code] of telling) if (words.test(whole)) return code
  // "Iran (Islamic Republic of)", "Syria, Arab Republic": the name comes first.
  const first = plain(text.split(/[(,]/)[0] ?? '')
  return first.length <= 2 ? null : (codes.get(first) ?? null)
}
