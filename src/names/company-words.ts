import { wordOf, type NameWord } from './name-words.ts'
import { markedSounds } from './fold.ts'
import { lettersOf } from './register-words/read-rows.ts'
import { transliterate, unvowelled } from './transliterate.ts'

/** One word of a company's name. */
export interface CompanyWord {
  /** Lower-case Latin letters and digits; abbreviations are written out. */
  readonly text: string
  /** All ways in which it may be written: ü as u and as ue. */
  readonly spellings: readonly string[]
  readonly compared: NameWord
  /** Written in Latin, so that another spelling is another word. */
  readonly latin: boolean
  /** It was shortened with a full stop. */
  readonly cut: boolean
}

/** Longer than any registered name; the rest is not compared. */
const maxLength = 300
const maxWords = 24

const abbreviations: Readonly<Record<string, string>> = {
  intl: 'international',
  int: 'international',
  internat: 'international',
  mfg: 'manufacturing',
  mfrs: 'manufacturers',
  bros: 'brothers',
  gebr: 'gebruder',
  hldg: 'holding',
  hldgs: 'holding',
  holdings: 'holding',
  grp: 'group',
  svc: 'services',
  svcs: 'services',
  serv: 'services',
  service: 'services',
  mgmt: 'management',
  mgt: 'management',
  assoc: 'associates',
  assn: 'association',
  assocs: 'associates',
  univ: 'university',
  natl: 'national',
  nat: 'national',
  govt: 'government',
  dept: 'department',
  eng: 'engineering',
  engg: 'engineering',
  ind: 'industries',
  inds: 'industries',
  industry: 'industries',
  tech: 'technologies',
  techs: 'technologies',
  technology: 'technologies',
  sys: 'systems',
  lab: 'laboratories',
  labs: 'laboratories',
  pharma: 'pharmaceuticals',
  insur: 'insurance',
  ins: 'insurance',
  fin: 'financial',
  dev: 'development',
  devt: 'development',
  distr: 'distribution',
  dist: 'distribution',
  comm: 'communications',
  comms: 'communications',
  telecom: 'telecommunications',
  elec: 'electric',
  transp: 'transport',
  ste: 'societe',
  cia: 'compania',
  ets: 'etablissements',
  fa: 'firma',
  ii: '2',
  iii: '3',
  iv: '4',
}

/** "And" and its like between two words, in many languages. */
const and = new Set('and und et y e i og och ja a ve es en kai ta un ir in si dan va ha u o to'.split(' '))
const certainAnd = new Set('and und et og och ve kai dan'.split(' '))
/** Articles and prepositions, which people leave out. */
const omitted = new Set(
  'the of for de du des della delle del di da do dos das van von der die fur pour para pro dla le la les los las el il lo het the na ke al'.split(
    ' ',
  ),
)

/** One word of a text, with what stood before it. */
export interface NameToken extends CompanyWord {
  /** As written, in lower-case Latin letters: abbreviations stay. */
  readonly letters: string
  /** A comma, a dash or a quotation mark separates it from the word before. */
  readonly apart: boolean
  /** Its letters have stops or slashes between them: `e.U.`, `I/S`. */
  readonly dotted: boolean
}

/** Marks where a stop was between two letters of an abbreviation. */
const stopMark = '\u02b9'

/** The words of a company's name, with those that say its legal form. */
export function tokensOf(name: string): NameToken[] {
  const text = name
    .replaceAll(stopMark, '')
    .replace(/\bt\/as?\b/giu, ' trading as ')
    // Letters with full stops are one abbreviation: "J.P." and "s.r.o." also with spaces after the stops.
    .replace(/(?<=(?:^|[^\p{L}\p{N}])\p{L})[./](?=\p{L}(?:[^\p{L}\p{N}]|$))/gu, stopMark)
    .replace(/['’‘ʼʻ`´ʿʾ]/g, '')
    .replace(/[&+]/g, ' and ')
    .toLowerCase()
  const tokens: NameToken[] = []
  let before = 0
  for (const { 0: whole, 1: written = '', 2: stop, index } of text.matchAll(/([\p{L}\p{N}\p{M}]+)(\.?)/gu)) {
    if (tokens.length === maxWords) break
    const apart = /[,;"„“”«»]|\s[-–—]/u.test(text.slice(before, index))
    before = index + whole.length
    const word = written.replaceAll(stopMark, '')
    const made = companyWord(word, stop === '.')
    if (made.text !== '') tokens.push({ ...made, letters: lettersOf(word), apart, dotted: word !== written })
  }
  return tokens
}

/** A name as it is compared: no longer than any registered one. */
export function cleanName(name: string): string {
  return name.slice(0, maxLength).normalize('NFKC').trim().slice(0, maxLength)
}

function companyWord(word: string, cut: boolean): CompanyWord {
  const latin = transliterate(word).replace(/[^\p{L}\p{N}]+/gu, '')
  const text = abbreviations[latin] ?? latin
  const spoken = text === latin ? transliterate(markedSounds(word.normalize('NFC'))).replace(/[^\p{L}\p{N}]+/gu, '') : text
  return {
    text,
    spellings: [...new Set([text, ...(text === latin ? otherSpellings(word) : [])])],
    compared: wordOf({ text, spoken, bare: unvowelled(word) }),
    latin: /^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(word),
    cut: cut && text === latin && text.length < 6,
  }
}

/** Other ways in which a word is written in plain Latin letters: as in German and the Nordic languages, in Bulgaria and in Greece. */
function otherSpellings(word: string): string[] {
  const composed = word.normalize('NFC')
  const written = (as: Readonly<Record<string, string>>) =>
    transliterate(composed.replace(/\p{L}/gu, (letter) => as[letter] ?? letter)).replace(/[^\p{L}\p{N}]+/gu, '')
  if (/[äöüøå]/.test(composed)) return [written({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' })]
  if (/[ъщхць]/.test(composed)) return [written(bulgarian), written({ ...bulgarian, ъ: 'u' })]
  return /\p{Script=Greek}/u.test(composed) ? [elotSpelling(composed)] : []
}

/** By the Bulgarian law on transliteration. */
const bulgarian = { ъ: 'a', щ: 'sht', х: 'h', ц: 'ts', ь: 'y' }

/** By ELOT 743, as Greek passports and registers write: each letter for itself, where speech joins two. */
function elotSpelling(word: string): string {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  const pairs = { ει: 'ei', οι: 'oi', υι: 'yi', γκ: 'gk', μπ: 'mp', ντ: 'nt' }
  return transliterate(plain.replace(/ει|οι|υι|γκ|(?<!^)(?:μπ|ντ)/g, (pair) => pairs[pair as keyof typeof pairs]))
}

/** Without articles, and without "and" between two words. A name that is nothing else keeps them. */
export function withoutSmallWords(words: readonly CompanyWord[]): CompanyWord[] {
  const isSmall = ({ text, cut }: CompanyWord, at: number) => {
    const inside = at > 0 && at < words.length - 1
    const beside = [words[at - 1], words[at + 1]].some((word) => word?.text.length === 1)
    return !cut && (omitted.has(text) || (inside && (certainAnd.has(text) || (and.has(text) && !beside))))
  }
  const kept = words.filter((word, at) => !isSmall(word, at))
  return kept.length === 0 ? [...words] : kept
}
