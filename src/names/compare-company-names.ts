import { isActivityWord } from './activity-words.ts'
import type { CompanyWord } from './company-words.ts'
import { scoreFor, type Compared } from './compared.ts'
import { pairWords, type Likeness } from './pair-words.ts'
import { countryOfWord, isPlaceWord } from './place-words.ts'
import type { NamedState } from './register-words/read-rows.ts'
import { readCompanyName, type ReadName } from './registered-name.ts'
import { wordSimilarity } from './similarity.ts'
import { isGeneralWord, isTellingWord, softWords } from './telling-words.ts'

/** From this similarity, a word of another script is the same word, and a word of the same script is one with a typing error. */
const sameInOtherScript = 0.88
const close = 0.86
const minCloseLength = 5
const minCutLength = 2

/**
 * Compares the names of two companies, for example one that a caller gave and one in a register. Marks, case, punctuation, scripts,
 * "and", usual abbreviations and spellings of the legal form make no difference. One more word makes another company, but a word for a
 * country or for what the company does makes a similar one. Where a text has several names of a company, any of them counts.
 *
 * A legal form, a place behind it or a state such as "in liquidation" that only one of them has is named in `differing`, and they can
 * still be the same. Two different forms or places are at most similar.
 */
export function compareCompanyNames(one: string, other: string): Compared {
  let best: Compared | null = null
  const others = readCompanyName(other)
  for (const first of readCompanyName(one)) {
    for (const second of others) {
      const found = compareNames(first, second)
      if (best === null || found.score > best.score) best = found
    }
  }
  return best ?? { score: 0, verdict: 'different', differing: ['name'] }
}

/** What a company's name says of its state, such as "in liquidation"; null if nothing. */
export function stateInName(name: string): NamedState | null {
  const states = readCompanyName(name).map(({ state }) => state)
  return states.find((state) => state === 'insolvent') ?? states.find((state) => state !== null) ?? null
}

function compareNames(one: ReadName, other: ReadName): Compared {
  if (one.words.length === 0 || other.words.length === 0) return { score: 0, verdict: 'different', differing: ['name'] }
  const forms = new Set([...one.forms, ...other.forms].flatMap((form) => [...form]))
  const isBrand = (one.forms.length === 0) !== (other.forms.length === 0)
  const { verdict, share, differing } = compareWords(one.words, other.words, { forms, isBrand })
  if (verdict === 'different') return { score: scoreFor(verdict, share), verdict, differing }
  const { doubts, notes } = besidesWords(one, other)
  const overall = doubts.length > 0 ? 'similar' : verdict
  const score = share - (doubts.length > 0 ? 0.1 : 0.02 * Math.min(notes.length, 1))
  return { score: scoreFor(overall, score), verdict: overall, differing: [...differing, ...doubts, ...notes] }
}

/** What differs besides the words: `doubts` make two names similar at most, `notes` are only said. */
function besidesWords(one: ReadName, other: ReadName): { doubts: string[]; notes: string[] } {
  const doubts: string[] = []
  const notes: string[] = []
  const form = compareForms(one.forms, other.forms)
  if (form === 'legal form') doubts.push(form)
  if (form === 'legal form missing') (one.unsureForm || other.unsureForm ? doubts : notes).push(form)
  if (one.short !== other.short) doubts.push('short or trade name')
  if (one.activity !== other.activity) doubts.push('activity')
  if (one.rest !== other.rest) doubts.push('words behind the legal form')
  if (one.branch !== other.branch) doubts.push('branch')
  if (one.seat !== other.seat)
    (one.seat === '' || other.seat === '' ? notes : doubts).push(one.seat === '' || other.seat === '' ? 'seat missing' : 'seat')
  if (one.state !== other.state) notes.push(stateWords[other.state ?? one.state ?? 'in_liquidation'])
  return { doubts, notes }
}

const stateWords: Readonly<Record<NamedState, string>> = {
  in_liquidation: 'in liquidation',
  insolvent: 'insolvency',
  forming: 'not yet registered',
}

type Forms = readonly ReadonlySet<string>[]

/** Forms of one company in two languages of its country, of which a name has one or both. */
const bilingual = [
  ['sa', 'nv'],
  ['srl', 'bv'],
  ['oy', 'ab'],
  ['sa', 'ag'],
  ['sarl', 'gmbh'],
]

function compareForms(one: Forms, other: Forms): 'legal form' | 'legal form missing' | null {
  if (one.length === 0 && other.length === 0) return null
  if (one.length === 0 || other.length === 0) return 'legal form missing'
  return matches(one, other) && matches(other, one) ? null : 'legal form'
}

/** Whether each form is one of the others, or the same in a country's other language beside one that is. */
function matches(some: Forms, others: Forms): boolean {
  const isOneOf = (form: ReadonlySet<string>) => others.some((other) => [...form].some((short) => other.has(short)))
  const known = some.filter(isOneOf)
  return some.every((form) => isOneOf(form) || known.some((beside) => areBilingual(form, beside)))
}

function areBilingual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return bilingual.some(([first = '', second = '']) => (one.has(first) && other.has(second)) || (one.has(second) && other.has(first)))
}

interface ComparedWords {
  readonly verdict: Compared['verdict']
  readonly share: number
  readonly differing: readonly string[]
}

function compareWords(one: readonly CompanyWord[], other: readonly CompanyWord[], beside: Beside): ComparedWords {
  // "Face Book" and "J. P. Morgan" beside "Facebook" and "JP Morgan".
  const whole = (words: readonly CompanyWord[]) => words.map(({ text }) => text).join('')
  if (whole(one) === whole(other)) return { verdict: 'same', share: 1, differing: [] }
  const { pairs, onlyFirst, onlySecond } = pairWords(one, other, likeness)
  const share = shareOf(one, other, pairs)
  const rest = [...onlyFirst.map((at) => one[at]), ...onlySecond.map((at) => other[at])].flatMap((word) => word ?? [])
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
  const common = pairs.flatMap(({ first }) => one[first]?.text ?? [])
  const reasons = oneSided && bySpelling && common.some(isTellingWord) ? additionsIn(rest, beside) : null
  return reasons === null ? { verdict: 'different', share, differing: ['name'] } : { verdict: 'similar', share, differing: reasons }
}

/** What decides which words may be added to a name. */
interface Beside {
  /** The legal forms of both. */
  readonly forms: ReadonlySet<string>
  /** Only one has a legal form, so that the other may be a brand. */
  readonly isBrand: boolean
}

/** Why words that only one name has leave two names similar; null where they make another company. */
function additionsIn(rest: readonly CompanyWord[], { forms, isBrand }: Beside): string[] | null {
  const national = rest.some(({ text }) => isPlaceWord(text))
  const reasons = rest.map(({ text, compared: { group } }) => {
    if (isPlaceWord(text)) return 'country'
    if (softWords.has(text) || (national && (isBrand || isGeneralWord(text)))) return 'additional word'
    // "Bosch" beside "Robert Bosch GmbH".
    if (isBrand && group !== 0) return 'additional word'
    return isActivityWord(text, forms) ? 'activity' : null
  })
  return reasons.includes(null) ? null : [...new Set(reasons.flatMap((reason) => reason ?? []))]
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
  const country = countryOfWord(one.text)
  if (country !== null && country === countryOfWord(other.text)) return { same: false, score: 0.9 }
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
