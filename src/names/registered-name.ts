import { isActivityNoun, setsActivityOff } from './activity-words.ts'
import { cleanName, tokensOf, withoutSmallWords, type CompanyWord, type NameToken } from './company-words.ts'
import { isPlaceWord, isSeatWord } from './place-words.ts'
import { meaningOf, separateUnspacedForms } from './register-words/find-words.ts'
import type { NamedState } from './register-words/read-rows.ts'
import { graver, insideForm, stripEnds, withoutFirstForm, type Stripped } from './strip-forms.ts'

/** One name of a company, taken apart as registers put names together. */
export interface ReadName {
  /** The words that tell it from others. */
  readonly words: readonly CompanyWord[]
  /** Its legal forms, each by the short names that it may mean. */
  readonly forms: readonly ReadonlySet<string>[]
  /** What the name says of the company's state; null if nothing. */
  readonly state: NamedState | null
  /** The place behind the legal form, `D.D., KOPRIVNICA`; empty if there is none, as are the two below. */
  readonly seat: string
  /** What the company does, as Croatian and Slovene names say it. */
  readonly activity: string
  /** Other words behind the legal form. */
  readonly rest: string
  /** It is a branch abroad. */
  readonly branch: boolean
  /** Its only legal form may as well be a word of the name. */
  readonly unsureForm: boolean
  /** A name without a legal form beside one that has it: an abbreviation, or a trade name. */
  readonly short: boolean
}

/**
 * The names in a text that a register or an invoice gives, the full one first. VIES puts Greek names as `LEGAL||TITLE`; Swiss, French and
 * Italian registers add translations and abbreviations, in brackets or behind words such as "in forma abbreviata".
 */
export function readCompanyName(text: string): readonly ReadName[] {
  const names = cleanName(text)
    .split(/\|+/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .flatMap(namesIn)
  return names.length > 0 ? names : [emptyName]
}

const emptyName: ReadName = {
  words: [],
  forms: [],
  state: null,
  seat: '',
  activity: '',
  rest: '',
  branch: false,
  unsureForm: false,
  short: false,
}

function namesIn(text: string): ReadName[] {
  const { main, others } = takeBrackets(separateUnspacedForms(text))
  const [whole = [], ...aliases] = splitAtAliases(tokensOf(main))
  const full = readTokens(whole)
  const short = [...aliases, ...others.map(tokensOf)].flatMap(readTokens).map((name) => ({ ...name, short: name.forms.length === 0 }))
  return [...full, ...short.filter(({ words }) => words.length > 0)]
}

/**
 * Takes what stands in brackets at the end off a name. A state, a note, a form or a place in brackets stays: "Acme (Ireland)" is another
 * company than "Acme".
 */
function takeBrackets(text: string): { main: string; others: string[] } {
  const others: string[] = []
  let main = text
  for (;;) {
    const [, before = '', inside = ''] = /^(.*\S)\s*\(([^()]*)\)[\s.,]*$/u.exec(main) ?? []
    if (before === '' || others.length > 4) return { main, others }
    const tokens = tokensOf(inside)
    const isKnown = tokens.length === 0 || meaningOf(tokens, 0, tokens.length) !== undefined
    if (isKnown || tokens.every(({ text: word }) => isPlaceWord(word))) return { main: `${before} ${inside}`, others }
    others.unshift(inside)
    main = before
  }
}

const maxAliasWords = 6

/** The parts of a name around words such as "in forma abbreviata" or "trading as". One such word alone counts only behind a legal form. */
function splitAtAliases(tokens: readonly NameToken[]): NameToken[][] {
  for (let at = 1; at < tokens.length - 1; at++) {
    for (let size = Math.min(maxAliasWords, tokens.length - 1 - at); size > 0; size--) {
      if (meaningOf(tokens, at, at + size)?.alias !== true) continue
      const head = tokens.slice(0, at)
      if (size === 1 && stripEnds(head).forms.length === 0) continue
      return [head, ...splitAtAliases(tokens.slice(at + size))]
    }
  }
  return [[...tokens]]
}

/** One name, or several where what the company does, or its partners, may be a part of the name. */
function readTokens(tokens: readonly NameToken[]): ReadName[] {
  const stripped = stripEnds(tokens)
  const other = withoutFirstForm(stripped)
  return [stripped, ...(other ? [other] : [])].flatMap(readStripped)
}

function readStripped({ words: stripped, forms, state, branch, unsure }: Stripped): ReadName[] {
  const inside = insideForm(stripped)
  const common = {
    forms: inside ? [...forms, inside.forms] : forms,
    state: inside ? graver(inside.state, state) : state,
    branch: branch || inside?.branch === true,
    unsureForm: unsure && !inside,
    short: false,
  }
  const core = inside ? stripped.slice(0, inside.at) : stripped
  const behind = inside ? placed(inside.behind) : nothing
  const whole = { ...common, ...behind, words: withoutSmallWords(core) }
  const names = [whole]
  // "Gamma S.a.s. di Bianchi" is also written "Gamma di Bianchi S.a.s."
  if (inside && behind.rest !== '') names.push({ ...common, ...nothing, words: withoutSmallWords([...core, ...inside.behind]) })
  const activityAt = common.forms.some(setsActivityOff) ? startOfActivity(core) : -1
  if (activityAt > 0) {
    names.push({ ...whole, words: withoutSmallWords(core.slice(0, activityAt)), activity: joined(core.slice(activityAt)) })
  }
  return names
}

const nothing = { seat: '', activity: '', rest: '' }

/** Where a Croatian or Slovene name begins to say what the company does: behind a comma, or before "za" (for). */
function startOfActivity(core: readonly NameToken[]): number {
  const comma = core.findIndex(({ apart }, at) => at > 0 && apart)
  if (comma > 0) return comma
  let at = core.findIndex(({ letters }, index) => index > 0 && letters === 'za')
  while (at > 1 && isActivityNoun(core[at - 1]?.letters ?? '')) at--
  return at
}

const placeTitles = new Set(['gr', 'grad', 'mesto', 'miasto', 'in', 'v', 'u'])

/** What stands behind a legal form: "za trgovinu" (for trade), a place, or something else. */
function placed(behind: readonly NameToken[]): Pick<ReadName, 'seat' | 'activity' | 'rest'> {
  const [first] = behind
  if (!first) return nothing
  if (first.letters === 'za') return { seat: '', activity: joined(behind.slice(1)), rest: '' }
  const isSeat = first.apart || behind.every(({ letters }) => isSeatWord(letters) || placeTitles.has(letters))
  const words = joined(behind.filter(({ letters }) => !placeTitles.has(letters)))
  return isSeat && behind.length <= 3 ? { seat: words, activity: '', rest: '' } : { seat: '', activity: '', rest: words }
}

function joined(tokens: readonly NameToken[]): string {
  return tokens.map(({ text }) => text).join(' ')
}
