import { wordOf, type NameWord } from './name-words.ts'
import { separateUnspacedForms, withoutLegalForms, type NameAndForms } from './legal-forms.ts'
import { markedSounds } from './fold.ts'
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

/** The words of a company's name that tell it from others, and its legal forms. */
export function companyWords(name: string): NameAndForms<CompanyWord> {
  const text = separateUnspacedForms(name.slice(0, maxLength).normalize('NFKC').trim().slice(0, maxLength))
    // Letters with full stops are one abbreviation: "J.P." and "s.r.o." also with spaces after the stops.
    .replace(/(?<=(?:^|[^\p{L}\p{N}])\p{L})[./](?=\p{L}(?:[^\p{L}\p{N}]|$))/gu, '')
    .replace(/['’‘ʼʻ`´ʿʾ]/g, '')
    .replace(/[&+]/g, ' and ')
    .toLowerCase()
  const words: CompanyWord[] = []
  for (const [, word = '', stop] of text.matchAll(/([\p{L}\p{N}\p{M}]+)(\.?)/gu)) {
    if (words.length === maxWords) break
    words.push(companyWord(word, stop === '.'))
  }
  // "GmbH & Co. KG" is one form, so "and" stays until the forms are off.
  const whole = withoutLegalForms(words.filter(({ text: one }) => one !== ''))
  return { words: withoutSmallWords(whole.words), forms: whole.forms }
}

function companyWord(word: string, cut: boolean): CompanyWord {
  const latin = transliterate(word).replace(/[^\p{L}\p{N}]+/gu, '')
  const text = abbreviations[latin] ?? latin
  const spoken = text === latin ? transliterate(markedSounds(word.normalize('NFC'))).replace(/[^\p{L}\p{N}]+/gu, '') : text
  return {
    text,
    spellings: [...new Set([text, ...(text === latin ? germanAndNordic(word) : [])])],
    compared: wordOf({ text, spoken, bare: unvowelled(word) }),
    latin: /^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(word),
    cut: cut && text === latin && text.length < 6,
  }
}

/** How German and the Nordic languages write their letters without marks. */
function germanAndNordic(word: string): string[] {
  const composed = word.normalize('NFC')
  if (!/[äöüøå]/.test(composed)) return []
  const written = (as: Readonly<Record<string, string>>) => transliterate(composed.replace(/[äöüøå]/g, (letter) => as[letter] ?? letter))
  return [written({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' })]
}

function withoutSmallWords(words: readonly CompanyWord[]): CompanyWord[] {
  const isSmall = ({ text, cut }: CompanyWord, at: number) => {
    const inside = at > 0 && at < words.length - 1
    const beside = [words[at - 1], words[at + 1]].some((word) => word?.text.length === 1)
    return !cut && (omitted.has(text) || (inside && (certainAnd.has(text) || (and.has(text) && !beside))))
  }
  const kept = words.filter((word, at) => !isSmall(word, at))
  return kept.length === 0 ? [...words] : kept
}
