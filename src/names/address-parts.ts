import { cityOf } from './city-names.ts'
import { wordOf, type NameWord } from './name-words.ts'
import { streetStem, streetWords } from './street-words.ts'
import { transliterate, unvowelled } from './transliterate.ts'

/** One word of a street, a city or a region. */
export interface AddressWord {
  readonly text: string
  /** All ways in which it may be written: ü as u and as ue, "Hauptstr." as "haupt". */
  readonly spellings: readonly string[]
  readonly compared: NameWord
  readonly latin: boolean
  /** It is in the part of the address that has the house number. */
  readonly inStreet: boolean
}

/** What one line of an address says. */
export interface AddressParts {
  /** Without spaces and the letters of the country; null when the address has none. */
  readonly postalCode: string | null
  /** Numbers of the house, with their letters: `12a`; `1234` and `56` of `1234/56`. */
  readonly houseNumbers: ReadonlySet<string>
  readonly words: readonly AddressWord[]
  /** A post box is not a house: its number does not compare with one. */
  readonly box: boolean
}

const maxLength = 300
const maxWords = 40

/** Postal codes that cannot be house numbers, the longest form first. */
const certainCodes: readonly RegExp[] = [
  // United Kingdom, Canada, Ireland, the Netherlands.
  /\b([a-z]{1,2}\d[a-z\d]?)\s*(\d[a-z]{2})\b/,
  /\b([abceghj-nprstvxy]\d[abceghj-nprstv-z])\s?(\d[abceghj-nprstv-z]\d)\b/,
  /\b([ac-fhknprtv-y]\d[\dw])\s?([\dac-fhknprtv-y]{4})\b/,
  /\b(\d{4})\s?((?!s[ads]\b)[a-z]{2})\b/,
  // With the letters of the country: LV-1050, D-80331, FI-00100.
  /\b(?:[a-z]{1,3})-(\d{4,6})()\b/,
  // Poland, Portugal, Japan, Brazil, the United States.
  /\b(\d{2})-(\d{3})\b/,
  /\b(\d{4})-(\d{3})\b/,
  /\b(\d{3})-(\d{4})\b/,
  /\b(\d{5})-(\d{3})\b/,
  /\b(\d{5})-\d{4}\b()/,
  // Czechia, Slovakia, Sweden, Greece.
  /(?<![\d/-]|\d )\b(\d{3}) (\d{2})\b(?![/\d-]| \d)/,
]
/** Six or five figures in a row; with fewer than five only beside a city. */
const plainCode = /(?<![\d/-])\b(\d{5,6})\b(?![/-]\d)/g
const fourFigures = /(?<![\d/-])\b(\d{4})\b(?![/-]\d)/g

const noise = new Set(
  'no nr num number c p cp cislo numero n th floor fl etage og patro poschodie suite ste apt apartment unit room office building bldg block dum budova kancelar lok lokal m piso planta co care of attn the de la le les el del della di da do dos das du des and und et y e in na'.split(
    ' ',
  ),
)
const boxes =
  /\b(?:p\.?\s?o\.?\s?box|post ?box|postfach|postbus|boite postale|apartado(?: de correos)?|casella postale|postboks|box)\b\.?\s*\d*/

/** Reads one line of an address in any order of its parts. */
export function addressParts(address: string): AddressParts {
  let text = address
    .slice(0, maxLength)
    .normalize('NFKC')
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/['’‘ʼʻ`´]/g, '')
  const boxed = boxes.test(text)
  text = text.replace(boxes, ' ')
  const { postalCode, rest } = takePostalCode(text)
  const houseNumbers = new Set<string>()
  const words: AddressWord[] = []
  for (const part of rest.split(/[,;\n]/)) {
    // The first numbers are the house's; later ones are of a district.
    const numbers = houseNumbers.size > 0 ? [] : numbersOf(withoutUnits(part))
    for (const number of numbers) houseNumbers.add(number)
    words.push(...wordsOf(part, numbers.length > 0))
  }
  return { postalCode, houseNumbers, words: words.slice(0, maxWords), box: boxed }
}

function takePostalCode(text: string): { postalCode: string | null; rest: string } {
  for (const code of certainCodes) {
    const found = code.exec(text)
    if (found) return without(text, found, `${found[1] ?? ''}${found[2] ?? ''}`)
  }
  // House numbers of five figures precede the code in the United States, so the last one counts.
  for (const figures of [plainCode, fourFigures]) {
    const all = [...text.matchAll(figures)]
    const found = all.at(-1)
    if (found && (figures === plainCode || isBesideCity(text, found))) return without(text, found, found[1] ?? '')
  }
  return { postalCode: null, rest: text }
}

function without(text: string, found: RegExpExecArray | RegExpMatchArray, postalCode: string): { postalCode: string; rest: string } {
  const at = found.index ?? 0
  return { postalCode, rest: `${text.slice(0, at)} ${text.slice(at + found[0].length)}` }
}

/** Four figures begin the part with the city (`1010 Wien`) or are a part of their own; at the end of a street they are a number. */
function isBesideCity(text: string, found: RegExpMatchArray): boolean {
  const at = found.index ?? 0
  const before =
    text
      .slice(0, at)
      .split(/[,;\n]/)
      .at(-1) ?? ''
  const after = text.slice(at + found[0].length)
  const part = `${before} ${after.split(/[,;\n]/)[0] ?? ''}`
  // `1234 Main Street` begins with a house number.
  if (before.trim() === '') return at > 0 || (/\d/.test(after) && !hasStreetWord(part))
  return /\d/.test(before) && /^\s+\p{L}/u.test(after)
}

function hasStreetWord(part: string): boolean {
  return part.split(/[^\p{L}\p{M}]+/u).some((word) => streetWords.has(transliterate(word)))
}

/** Without the numbers of apartments and floors, and of the districts of a city (`Praha 4`). */
function withoutUnits(part: string): string {
  return part
    .replace(/\b(?:apt|apartment|unit|flat|suite|ste|room|floor|office|byt|lok|lokal|m)\b\.?\s*#?\d+[a-z]?|#\s*\d+/g, ' ')
    .replace(/([\p{L}\p{M}]+)\s+\d{1,2}(?![\p{L}\p{N}/])/gu, (whole, word: string) =>
      cityOf(transliterate(word)) === null ? whole : ` ${word} `,
    )
}

/** `12a`, `1234` and `56` of `1234/56`; the ends of a range. */
function numbersOf(part: string): string[] {
  return [
    ...part.matchAll(/(?<![\p{L}\p{N}])(\d{1,6})(?:\s?([a-z])(?![\p{L}\p{N}]))?(?!\p{N}|\p{L}|\.\p{L}| ?(?:th|st|nd|rd|er|e|eme)\b)/gu),
  ].map(([, number = '', letter = '']) => `${Number(number)}${letter}`)
}

function wordsOf(part: string, inStreet: boolean): AddressWord[] {
  const words: AddressWord[] = []
  for (const [, word = ''] of part.matchAll(/([\p{L}\p{M}\p{N}]+)/gu)) {
    // Ordinal numbers are names of streets: "5th Avenue". Others are house numbers, which are elsewhere.
    if (/^\d+\p{L}?$/u.test(word)) continue
    const text = transliterate(word).replace(/[^\p{L}\p{N}]+/gu, '')
    if (text === '' || noise.has(text) || streetWords.has(text) || (text.length === 1 && inStreet)) continue
    words.push(addressWord(word, text, inStreet))
  }
  return words
}

function addressWord(word: string, text: string, inStreet: boolean): AddressWord {
  const german = transliterate(word.replace(/[äöüøå]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' })[letter] ?? letter))
  const stems = [text, german].map((spelling) => streetStem(spelling))
  const city = cityOf(text)
  return {
    text,
    spellings: [...new Set([text, german, ...stems, ...(city === null ? [] : [city])])],
    compared: wordOf({ text: stems[0] ?? text, spoken: stems[0] ?? text, bare: unvowelled(word) }),
    latin: /^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(word),
    inStreet,
  }
}
