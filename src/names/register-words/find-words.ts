import { lettersOf, registerRows, type NamedState, type RegisterRow } from './read-rows.ts'

/** What some letters mean at the end of a name, or at another place. A writing can mean several things. */
export interface Meaning {
  /** Short names of forms, of which any may be meant; empty if it is no form. */
  readonly forms: Set<string>
  state: NamedState | null
  /** Forms that the word says together with the state: `BUAB` is a UAB that is insolvent. */
  readonly stateForms: Set<string>
  note: boolean
  branch: boolean
  alias: boolean
  /** It counts only in a name with one of these forms; empty for no such rule. */
  readonly needsForm: Set<string>
}

/** Forms in scripts without spaces, which are joined with the name, the longest first. */
const unspaced: string[] = []
let longestPhrase = 1
const meanings = readMeanings()

function readMeanings(): ReadonlyMap<string, Meaning> {
  const found = new Map<string, Meaning>()
  for (const row of registerRows) {
    for (const { text, withForms } of row.writings) {
      const letters = lettersOf(text)
      const known = found.get(letters)
      const meaning = known ?? plainMeaning()
      if (!known) found.set(letters, meaning)
      addTo(meaning, row, withForms)
      longestPhrase = Math.max(longestPhrase, text.split(/[\s.\-/']+/).length)
      if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(text)) unspaced.push(text)
    }
  }
  for (const [letters, forms] of compoundForms()) if (!found.has(letters)) found.set(letters, { ...plainMeaning(), forms: new Set(forms) })
  unspaced.sort((one, other) => other.length - one.length)
  return found
}

function plainMeaning(): Meaning {
  return { forms: new Set(), state: null, stateForms: new Set(), note: false, branch: false, alias: false, needsForm: new Set() }
}

function addTo(meaning: Meaning, row: RegisterRow, withForms: readonly string[]): void {
  for (const form of row.forms) meaning.forms.add(form)
  switch (row.kind) {
    case 'form':
      return
    case 'note':
      meaning.note = true
      for (const form of withForms) meaning.needsForm.add(form)
      return
    case 'branch':
      meaning.branch = true
      return
    case 'alias':
      meaning.alias = true
      return
    case 'in_liquidation':
    case 'insolvent':
    case 'forming':
      // The graver state, where two countries use one writing.
      if (meaning.state !== 'insolvent') meaning.state = row.kind
      for (const form of withForms) meaning.stateForms.add(form)
  }
}

/** "GmbH & Co. KG" and its like: every company that can be the partner, in all its writings, with every kind of partnership. */
function compoundForms(): (readonly [string, readonly string[]])[] {
  const writingsOf = (form: string) => registerRows.filter(({ forms }) => forms.includes(form)).flatMap(({ writings }) => writings)
  const partners = ['gmbh', 'ug', 'ag', 'se', 'kgaa', 'ltd', 'bv', 'sarl', 'stiftung', 'eg', 'sro', 'spzoo']
  return partners.flatMap((partner) => {
    const heads = partner === 'stiftung' ? ['stiftung'] : [...new Set(writingsOf(partner).map(({ text }) => lettersOf(text)))]
    return ['kg', 'ohg', 'og', 'kgaa'].flatMap((partnership) => {
      const tails = { kg: ['kg', 'kommanditgesellschaft'], ohg: ['ohg'], og: ['og'], kgaa: ['kgaa'] }[partnership] ?? []
      return heads.flatMap((head) =>
        ['', 'und', 'and', 'u'].flatMap((and) =>
          ['co', 'company', 'cie'].flatMap((co) =>
            tails.map((tail) => [`${head}${and}${co}${tail}`, [`${partner}co${partnership}`]] as const),
          ),
        ),
      )
    })
  })
}

interface Lettered {
  readonly letters: string
}

/** What the words from one position to another mean as one phrase. */
export function meaningOf(words: readonly Lettered[], start: number, end: number): Meaning | undefined {
  let letters = ''
  for (let at = start; at < end; at++) letters += words[at]?.letters ?? ''
  return meanings.get(letters)
}

/** No phrase of the table has more words. */
export function maxPhraseWords(): number {
  return longestPhrase
}

/** Separates legal forms in Chinese, Japanese and Korean from the name with which they are joined. */
export function separateUnspacedForms(name: string): string {
  for (const spelling of unspaced) {
    if (name.startsWith(spelling)) return `${spelling} ${name.slice(spelling.length)}`
    if (name.endsWith(spelling)) return `${name.slice(0, -spelling.length)} ${spelling}`
  }
  return name
}
