import { companyWords, type CompanyWord } from './company-words.ts'
import { scoreFor, type Compared } from './compared.ts'
import { pairWords, type Likeness } from './pair-words.ts'
import { wordSimilarity } from './similarity.ts'

/** Words that a company adds to its name or leaves off, though the added word may also name another company of the group. */
const soft = new Set('group gruppe groupe grupo gruppa gruppo grupa koncern konzern holding com company firma'.split(' '))

/** From this similarity, a word of another script is the same word, and a word of the same script is one with a typing error. */
const sameInOtherScript = 0.88
const close = 0.86
const minCloseLength = 5
const minCutLength = 2

/**
 * Compares the names of two companies, for example one that a caller gave and one in a register. Marks, case, punctuation, scripts,
 * "and", usual abbreviations and spellings of the legal form make no difference. One more word makes another company.
 *
 * A legal form that only one of them has is named in `differing` (`legal form missing`), and they can still be the same. Two
 * different ones (`legal form`) are at most similar.
 */
export function compareCompanyNames(one: string, other: string): Compared {
  const [first, second] = [companyWords(one), companyWords(other)]
  if (first.words.length === 0 || second.words.length === 0) return { score: 0, verdict: 'different', differing: ['name'] }
  const { verdict, share, differing } = compareWords(first.words, second.words)
  const form = compareForms(first.forms, second.forms)
  if (verdict === 'different' || form === null) return { score: scoreFor(verdict, share), verdict, differing }
  const overall = form === 'legal form' ? 'similar' : verdict
  return { score: scoreFor(overall, share - (form === 'legal form' ? 0.1 : 0.02)), verdict: overall, differing: [...differing, form] }
}

function compareForms(one: ReadonlySet<string>, other: ReadonlySet<string>): 'legal form' | 'legal form missing' | null {
  if (one.size === 0 && other.size === 0) return null
  if (one.size === 0 || other.size === 0) return 'legal form missing'
  return one.size === other.size && [...one].every((form) => other.has(form)) ? null : 'legal form'
}

interface ComparedWords {
  readonly verdict: Compared['verdict']
  readonly share: number
  readonly differing: readonly string[]
}

function compareWords(one: readonly CompanyWord[], other: readonly CompanyWord[]): ComparedWords {
  // "Face Book" and "J. P. Morgan" beside "Facebook" and "JP Morgan".
  const whole = (words: readonly CompanyWord[]) => words.map(({ text }) => text).join('')
  if (whole(one) === whole(other)) return { verdict: 'same', share: 1, differing: [] }
  const { pairs, onlyFirst, onlySecond } = pairWords(one, other, likeness)
  const share = shareOf(one, other, pairs)
  const rest = [...onlyFirst.map((at) => one[at]), ...onlySecond.map((at) => other[at])]
  if (rest.length === 0) {
    const differing = [
      ...(pairs.some(({ likeness: { same } }) => !same) ? ['spelling'] : []),
      ...(pairs.some(({ second }, at) => second < (pairs[at - 1]?.second ?? 0)) ? ['word order'] : []),
    ]
    return { verdict: differing.length === 0 ? 'same' : 'similar', share, differing }
  }
  if (isAcronym(one, other) || isAcronym(other, one)) return { verdict: 'similar', share, differing: ['abbreviation'] }
  const oneSided = onlyFirst.length === 0 || onlySecond.length === 0
  const bySpelling = pairs.every(({ likeness: { same } }) => same)
  if (oneSided && bySpelling && rest.every((word) => soft.has(word?.text ?? ''))) {
    return { verdict: 'similar', share, differing: ['additional word'] }
  }
  return { verdict: 'different', share, differing: ['name'] }
}

/** The share of letters in words that both have. */
function shareOf(
  one: readonly CompanyWord[],
  other: readonly CompanyWord[],
  pairs: readonly { readonly first: number; readonly second: number; readonly likeness: Likeness }[],
): number {
  const letters = (words: readonly CompanyWord[]) => words.reduce((sum, { text }) => sum + text.length, 0)
  const common = pairs.reduce(
    (sum, { first, second, likeness: { score } }) => sum + score * ((one[first]?.text.length ?? 0) + (other[second]?.text.length ?? 0)),
    0,
  )
  return common / (letters(one) + letters(other))
}

function likeness(one: CompanyWord, other: CompanyWord): Likeness | null {
  if (one.spellings.some((spelling) => other.spellings.includes(spelling))) return { same: true, score: 1 }
  // Two numbers, or two series of a fund, are never alike.
  if (/\d/.test(one.text) || /\d/.test(other.text)) return null
  if (isCutOff(one, other) || isCutOff(other, one)) return { same: false, score: 0.9 }
  const similarity = wordSimilarity(one.compared, other.compared)
  const bare = one.compared.bare || other.compared.bare
  if (one.latin !== other.latin) {
    if (similarity >= sameInOtherScript) return { same: !bare, score: similarity }
    return null
  }
  const shorter = Math.min(one.text.length, other.text.length)
  return similarity >= close && shorter >= minCloseLength ? { same: false, score: similarity } : null
}

/** `Dt.` beside `Dortmund`, `J` beside `John`. */
function isCutOff(short: CompanyWord, long: CompanyWord): boolean {
  if (short.text.length >= long.text.length || !long.text.startsWith(short.text)) return false
  return (short.cut && short.text.length >= minCutLength) || short.text.length === 1
}

/** `IBM` beside `International Business Machines`. */
function isAcronym(short: readonly CompanyWord[], long: readonly CompanyWord[]): boolean {
  const [word] = short
  return (
    short.length === 1 &&
    long.length > 1 &&
    word !== undefined &&
    word.text.length > 1 &&
    word.text === long.map(({ text }) => text[0]).join('')
  )
}
