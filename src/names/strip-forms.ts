import type { NameToken } from './company-words.ts'
import { isSeatWord } from './place-words.ts'
import { maxPhraseWords, meaningOf, type Meaning } from './register-words/find-words.ts'
import type { NamedState } from './register-words/read-rows.ts'

/** A name without what registers put before and behind it. */
export interface Stripped {
  readonly words: readonly NameToken[]
  /** Its legal forms, each by the short names that it may mean. */
  readonly forms: readonly ReadonlySet<string>[]
  readonly state: NamedState | null
  readonly branch: boolean
  /** Its only form is one that could as well be a word of the name, such as EU for e.U. */
  readonly unsure: boolean
}

/** Short forms that are words or abbreviations too. Without stops they count only as the last word, and not for sure. */
const unsureForms = new Set(
  'eu is ip sp tp ss sd ps sf ef da ba ii no ed cc ra ks kd hb kb ee et ev eg ek ay ace sc mb pt tu uu rt coop se hf kk gk yk lp cv'.split(
    ' ',
  ),
)

/** Short forms that registers put before names. Others of up to four letters begin ordinary names, so they count only at the end. */
const beforeNames = new Set(
  (
    'sa sarl sas sasu eurl srl nv bv bvba sprl vof asbl vzw ab oy as ou mtu fie uu sia zs uab buab luab ruab mb ii vsi et ad ead ood eood gie earl gaec sci ' +
    'ans oyj asa scp snc scs sca gmbh ltd plc llc ooo zao oao tov pt ae epe ike aps doo sro ltda lda pvt'
  ).split(' '),
)
/** Long forms that are ordinary words too, so that they count only at the end. */
const onlyBehindNames = new Set(
  'company compagnie corporation incorporated limited unlimited establishment etablissement anstalt privatecompany publiccompany publiclimited privatelimited limitedcompany'.split(
    ' ',
  ),
)
/** States and notes that registers put before names. Others begin ordinary names: Konkurs Media AB. */
const statesBeforeNames = new Set(
  (
    'fallimento massainsolventede massainsolventeda konkursboet konkursboetefter tvangsavviklingsboet insolvenzmasse konkursmasse stecajnamasa likvidejama ' +
    'likvidejamais maksatnespejiga maksatnespejigais bankrotejusi dibinama likviduojama likviduojamoji bankrutuojanti bankrutuojancioji bankrutavusi ' +
    'restrukturizuojama steigiama perustettava societatecomerciala societateacomerciala societatea monoprosopi monoprosopos singlemember gemeinnutzige'
  ).split(' '),
)
/** Letters. A shorter state, such as `f.a.` or `i.L.`, counts only behind a legal form. */
const maxShortState = 3

/**
 * Takes legal forms, states and notes off both ends of a company's name, in any of the usual spellings. A name that is nothing else keeps
 * its words.
 */
export function stripEnds(tokens: readonly NameToken[]): Stripped {
  const forms: ReadonlySet<string>[] = []
  let state: NamedState | null = null
  let branch = false
  let unsure = false
  let [start, end] = [0, tokens.length]
  const take = (found: Found) => {
    if (found.forms.size > 0) forms.push(found.forms)
    state = graver(state, found.state)
    branch ||= found.branch
  }
  for (let found = atEnd(tokens, start, end); found; found = atEnd(tokens, start, end)) {
    if (found.unsure && forms.length > 0) break
    unsure ||= found.unsure
    take(found)
    end -= found.size
  }
  for (let found = atStart(tokens, start, end, forms); found; found = atStart(tokens, start, end, forms)) {
    take(found)
    start += found.size
  }
  return { words: tokens.slice(start, end), forms: withoutIdle(forms), state, branch, unsure: unsure && forms.length === 1 }
}

export function graver(one: NamedState | null, other: NamedState | null): NamedState | null {
  return one === 'insolvent' || other === null ? one : other === 'insolvent' || one === null ? other : one
}

interface Found {
  readonly forms: ReadonlySet<string>
  readonly state: NamedState | null
  readonly branch: boolean
  readonly size: number
  readonly unsure: boolean
}

const none: ReadonlySet<string> = new Set()

/** The longest phrase that ends there and is no part of the name. At least one word is left. */
function atEnd(tokens: readonly NameToken[], start: number, end: number): Found | null {
  for (let size = Math.min(maxPhraseWords(), end - start - 1); size > 0; size--) {
    const meaning = meaningOf(tokens, end - size, end)
    const found = meaning && foundAtEnd(meaning, tokens.slice(start, end), end - start - size)
    if (!found) continue
    const [word] = size === 1 ? [tokens[end - 1]] : []
    const unsure = found.forms.size > 0 && word !== undefined && !word.dotted && !word.apart && unsureForms.has(word.letters)
    return { ...found, branch: meaning.branch, size, unsure }
  }
  return greekCompany(tokens, start, end)
}

/** What a phrase at the end is: a form, or a state, which behind a form even two letters can be. Null for a word of the name. */
function foundAtEnd(meaning: Meaning, tokens: readonly NameToken[], at: number): Pick<Found, 'forms' | 'state'> | null {
  const { forms, state, stateForms, note, branch, needsForm } = meaning
  const letters = tokens.slice(at).reduce((sum, token) => sum + token.letters.length, 0)
  if (state !== null && (letters > maxShortState || endsWithForm(tokens, at))) return { forms: stateForms, state }
  if (forms.size > 0) return { forms, state: null }
  return branch || (note && needsForm.size === 0) ? { forms: none, state: null } : null
}

function endsWithForm(tokens: readonly NameToken[], end: number): boolean {
  for (let size = Math.min(maxPhraseWords(), end - 1); size > 0; size--) {
    if ((meaningOf(tokens, end - size, end)?.forms.size ?? 0) > 0) return true
  }
  return false
}

const greekEnds = new Set(['etairia', 'eteria', 'etaireia', 'eteireia'])
const greekBegins = new Set(['anonymi', 'anonymos', 'anonimi', 'anonimos'])
const maxGreekWords = 12

/** "Anonymi … etairia", with what the company does between the two words. */
function greekCompany(tokens: readonly NameToken[], start: number, end: number): Found | null {
  if (!greekEnds.has(tokens[end - 1]?.letters ?? '')) return null
  for (let at = end - 2; at > start && end - at <= maxGreekWords; at--) {
    if (!greekBegins.has(tokens[at]?.letters ?? '')) continue
    return { forms: new Set(['sa']), state: null, branch: false, size: end - at, unsure: false }
  }
  return null
}

function atStart(tokens: readonly NameToken[], start: number, end: number, forms: readonly ReadonlySet<string>[]): Found | null {
  for (let size = Math.min(maxPhraseWords(), end - start - 1); size > 0; size--) {
    const meaning = meaningOf(tokens, start, start + size)
    if (!meaning || !countsAtStart(meaning, tokens.slice(start, start + size + 1), forms)) continue
    const common = { branch: meaning.branch, size, unsure: false }
    // "S.C." before an SRL only says that it is a company.
    if (meaning.needsForm.size > 0) return { ...common, forms: none, state: null }
    const isForm = meaning.forms.size > 0 && meaning.stateForms.size === 0
    return isForm ? { ...common, forms: meaning.forms, state: null } : { ...common, forms: meaning.stateForms, state: meaning.state }
  }
  return null
}

/** `tokens` are those of the phrase, and the one behind it. */
function countsAtStart(meaning: Meaning, tokens: readonly NameToken[], found: readonly ReadonlySet<string>[]): boolean {
  const { forms, stateForms, needsForm } = meaning
  const letters = tokens
    .slice(0, -1)
    .map((token) => token.letters)
    .join('')
  if (needsForm.size > 0) return found.some((form) => [...form].some((one) => needsForm.has(one)))
  // I/S Alfa, IK "Alfa".
  const isSetOff = tokens[0]?.dotted === true || tokens.at(-1)?.apart === true
  if (onlyBehindNames.has(letters)) return false
  if (forms.size > 0) return isSetOff || beforeNames.has(letters) || letters.length > 4 || !/^[a-z]+$/.test(letters)
  return stateForms.size > 0 || statesBeforeNames.has(letters)
}

/** A name with a short form at its beginning that may as well be a word of it: `Ky Mäkinen`. Null where there is none, or another form. */
export function withoutFirstForm({ words, forms, ...stripped }: Stripped): Stripped | null {
  const [first, ...rest] = words
  const found = first && meaningOf([first], 0, 1)?.forms
  if (!found || found.size === 0 || rest.length === 0 || forms.length > 0) return null
  return { ...stripped, words: rest, forms: [found], unsure: true }
}

/** Forms that are left out beside another one: "Co., Ltd." is limited, "PT … Tbk" is a PT. */
function withoutIdle(forms: readonly ReadonlySet<string>[]): readonly ReadonlySet<string>[] {
  const telling = forms.filter((form) => !form.has('co') && !form.has('tbk'))
  return telling.length > 0 ? telling : forms
}

/** A legal form inside of a name, and what stands behind it. */
export interface InsideForm {
  /** Its position. */
  readonly at: number
  readonly forms: ReadonlySet<string>
  readonly behind: readonly NameToken[]
  readonly state: NamedState | null
  readonly branch: boolean
}

/** Forms that are never a word of a name, with a place or an activity behind them. */
const certainForms = new Set(
  'doo dd jdoo sro as gmbh ag kg kft zrt nyrt bt ood eood ad ead srl sl sa spa ltd plc dac bv nv oy oyj ab aps asa spzoo spzoospk ou uab sia lda sarl sas snc epe ike se kgaa ohg'.split(
    ' ',
  ),
)
/** Forms behind which registers put anything. */
const openForms = new Set('doo dd jdoo sro kft zrt nyrt ood eood'.split(' '))

/** The first legal form inside of a name that has a place, an activity, a state or a branch behind it. */
export function insideForm(words: readonly NameToken[]): InsideForm | null {
  for (let at = 1; at < words.length - 1; at++) {
    for (let size = Math.min(maxPhraseWords(), words.length - 1 - at); size > 0; size--) {
      const forms = meaningOf(words, at, at + size)?.forms
      if (!forms || !isCertain(forms, words.slice(at, at + size))) continue
      const found = readBehind(words.slice(at + size), forms)
      if (found) return { at, forms, ...found }
    }
  }
  return null
}

/** Whether letters inside of a name are a legal form for sure: by the form, by their stops, or because they are long. */
function isCertain(forms: ReadonlySet<string>, phrase: readonly NameToken[]): boolean {
  if (forms.size === 0) return false
  const letters = phrase.reduce((sum, token) => sum + token.letters.length, 0)
  return (
    phrase[0]?.dotted === true || letters > 5 || [...forms].some((form) => certainForms.has(form) || /.co(?:kg|ohg|og|kgaa)$/.test(form))
  )
}

const partners = new Set(['di', 'dei', 'del', 'della'])

function readBehind(behind: readonly NameToken[], forms: ReadonlySet<string>): Omit<InsideForm, 'at' | 'forms'> | null {
  const { start, branch, ...led } = leading(behind)
  const { rest, state } = withoutLaterState(branch ? [] : behind.slice(start), led.state)
  const [first] = rest
  if (!first) return { behind: [], state, branch }
  const isOpen = [...forms].some((form) => openForms.has(form))
  const isPartnership = partners.has(first.letters) && (forms.has('snc') || forms.has('sas'))
  const isPlace = rest.every(({ letters }) => isSeatWord(letters))
  return first.apart || isOpen || isPartnership || isPlace || state !== null ? { behind: rest, state, branch } : null
}

/** "za trgovinu u stečaju, Split": a state between what the company does and its seat. */
function withoutLaterState(rest: readonly NameToken[], state: NamedState | null): { rest: readonly NameToken[]; state: NamedState | null } {
  for (let at = 1; at < rest.length; at++) {
    const found = longestAt(rest, at)
    if (!found || found.state === null || found.size < 2) continue
    return { rest: [...rest.slice(0, at), ...rest.slice(at + found.size)], state: graver(state, found.state) }
  }
  return { rest, state }
}

/** States, notes and a branch at the beginning of what stands behind a form. */
function leading(behind: readonly NameToken[]): { start: number; state: NamedState | null; branch: boolean } {
  let [start, state, branch] = [0, null as NamedState | null, false]
  for (;;) {
    const found = longestAt(behind, start)
    if (!found) return { start, state, branch }
    state = graver(state, found.state)
    branch ||= found.branch
    start += found.size
  }
}

function longestAt(tokens: readonly NameToken[], start: number): Found | null {
  for (let size = Math.min(maxPhraseWords(), tokens.length - start); size > 0; size--) {
    const meaning = meaningOf(tokens, start, start + size)
    const counts = meaning && (meaning.state !== null || meaning.branch || (meaning.note && meaning.needsForm.size === 0))
    if (counts) return { forms: none, state: meaning.state, branch: meaning.branch, size, unsure: false }
  }
  return null
}
