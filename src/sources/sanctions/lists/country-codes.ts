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

/** ISO 3166-1 alpha-2 code of a country by its name or code as lists write it; null for anything else. */
export function countryCode(text: string): string | null {
  const before = known.get(text)
  if (before !== undefined) return before
  // "Iran (Islamic Republic of)", "Syria, Arab Republic": the name comes first.
  const [first = ''] = text.split(/[(,]/)
  const code = codes.get(plain(text)) ?? codes.get(plain(first)) ?? null
  if (known.size < maxKnown) known.set(text, code)
  return code
}
