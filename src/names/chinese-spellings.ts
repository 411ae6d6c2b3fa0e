import { isPinyinSyllable, pinyinSyllables } from './han-readings.ts'
import { hongKongSpellings } from './hong-kong-spellings.ts'
import { wadeGilesOf } from './wade-giles.ts'

/** A reading in pinyin of a name that is written in another system, all words joined. */
export interface ChineseReading {
  readonly pinyin: string
  readonly system: 'wade-giles' | 'hong-kong'
  /** How many syllables the name has. */
  readonly syllables: number
}

const maxWords = 4
/** A spelling without marks may mean several syllables. More combinations than these say nothing. */
const maxReadings = 200
const longestPinyinWord = 3

let wadeGiles: ReadonlyMap<string, readonly string[]> | null = null

function wadeGilesSpellings(): ReadonlyMap<string, readonly string[]> {
  if (wadeGiles) return wadeGiles
  const pinyinOf = new Map<string, string[]>()
  for (const pinyin of pinyinSyllables()) {
    for (const spelling of wadeGilesOf(pinyin)) pinyinOf.set(spelling, [...(pinyinOf.get(spelling) ?? []), pinyin])
  }
  return (wadeGiles = pinyinOf)
}

/**
 * What a name of two to four words may be in pinyin if it is written in Wade–Giles, or as in Hong Kong (there the given name may be in
 * pinyin). Empty for other names. The reading as it stands is not among them.
 */
export function chineseReadings(words: readonly string[]): ChineseReading[] {
  if (words.length < 2 || words.length > maxWords) return []
  const known = new Set([words.join('')])
  const found: ChineseReading[] = []
  const add = (options: readonly (readonly string[])[], system: ChineseReading['system']) => {
    for (const pinyin of combinations(options)) {
      if (known.has(pinyin)) continue
      known.add(pinyin)
      found.push({ pinyin, system, syllables: words.reduce((sum, word) => sum + countSyllables(word, system), 0) })
    }
  }
  add(
    words.map((word) => wadeGilesSpellings().get(word) ?? []),
    'wade-giles',
  )
  add(
    words.map((word) => [...(hongKongSpellings.get(word) ?? []), ...(isPinyinWord(word) ? [word] : [])]),
    'hong-kong',
  )
  return found
}

/** Whether a word consists of at most three syllables of pinyin. */
export function isPinyinWord(word: string): boolean {
  return countPinyin(word) !== null
}

function countPinyin(word: string, left = longestPinyinWord): number | null {
  if (isPinyinSyllable(word)) return 1
  if (left === 1) return null
  for (let end = Math.min(6, word.length - 1); end > 0; end--) {
    if (!isPinyinSyllable(word.slice(0, end))) continue
    const rest = countPinyin(word.slice(end), left - 1)
    if (rest !== null) return rest + 1
  }
  return null
}

/** Only pinyin joins syllables to words. */
function countSyllables(word: string, system: ChineseReading['system']): number {
  return system === 'wade-giles' || hongKongSpellings.has(word) ? 1 : (countPinyin(word) ?? 1)
}

/** One of each joined; empty if a place has no option, or if there are too many. */
function combinations(options: readonly (readonly string[])[]): string[] {
  if (options.reduce((product, { length }) => product * length, 1) > maxReadings) return []
  return options.reduce<string[]>((joined, next) => joined.flatMap((start) => next.map((one) => start + one)), [''])
}
