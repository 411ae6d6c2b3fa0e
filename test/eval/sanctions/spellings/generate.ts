import { generalSpellings } from './general-persons.ts'
import { arabic } from './languages/arabic.ts'
import { chinese } from './languages/chinese.ts'
import { russian, ukrainian } from './languages/cyrillic.ts'
import { greek } from './languages/greek.ts'
import { korean } from './languages/korean.ts'
import { azerbaijani, burmese, francophone, german, hebrew, indonesian, portuguese, spanish, turkish } from './languages/latin.ts'
import { persian, urdu } from './languages/persian-and-urdu.ts'
import type { Language, ListedName } from './listed-name.ts'
import { organisationSpellings } from './organisations.ts'
import { capitalized, type Rule, type Variant } from './rules.ts'
import { seeded } from './seeded.ts'

/** Another spelling of a listed name. */
export interface Spelling {
  readonly of: ListedName
  readonly language: Language
  /** A name of one writing, Latin unless it says otherwise. */
  readonly script: 'Latin' | 'Cyrillic' | 'Greek'
  readonly kind: string
  readonly text: string
}

/** How many spellings an entry gets at most: enough for every kind to occur, few enough for a short run. */
const most = { ofLanguage: 10, general: 6, organisation: 10 }

const rules: Partial<Readonly<Record<Language, Rule>>> = {
  Arabic: arabic,
  Persian: persian,
  'Dari and Pashto': persian,
  Urdu: urdu,
  Korean: korean,
  Turkish: turkish,
  Azerbaijani: azerbaijani,
  Spanish: spanish,
  Portuguese: portuguese,
  German: german,
  Burmese: burmese,
  Hebrew: hebrew,
  Indonesian: indonesian,
  'African, French spelling': francophone,
}

/** Burmese names have no family name, and their order is fixed. */
const fixedOrder = /^(?:family name|order|a middle|middle|first)/u

/** Other spellings of a listed name, each of which people who know the language take for the same name. The same ones in each run. */
export function spellingsOf(listed: ListedName): Spelling[] {
  const random = seeded(`spellings ${listed.number}`)
  if (!listed.isPerson) return distinct(listed, random.shuffled(organisationSpellings(listed.name)), most.organisation)
  const name = listed.name.toLowerCase()
  const ofLanguage = random.shuffled(languageSpellings(listed, name))
  const isFamilyFirst = listed.language === 'Korean' || listed.language === 'Chinese'
  const general = generalSpellings(name, listed.language, !isFamilyFirst).filter(
    ({ kind }) => listed.language !== 'Burmese' || !fixedOrder.test(kind),
  )
  return [
    ...distinct(listed, ofLanguage, most.ofLanguage),
    ...distinct(listed, random.shuffled(general), most.general),
    ...distinct(listed, twoChanges(ofLanguage, listed, random), 1),
  ]
}

function languageSpellings({ language, original }: ListedName, name: string): Variant[] {
  if (language === 'Chinese' && original !== undefined) {
    const [pinyin = '', cantonese = ''] = original.split('|')
    return chinese(pinyin.toLowerCase(), cantonese)
  }
  if (language === 'Russian') return original === undefined ? [] : russian(original)
  if (language === 'Ukrainian') return original === undefined ? [] : ukrainian(original)
  if (language === 'Greek') return original === undefined ? [] : greek(original)
  return rules[language]?.(name) ?? []
}

/** A spelling of the language, and a general change of it. */
function twoChanges(ofLanguage: readonly Variant[], { language }: ListedName, random: ReturnType<typeof seeded>): Variant[] {
  const latin = ofLanguage.filter(({ text }) => /^[\p{Script=Latin}\p{P}\p{M} ]+$/u.test(text))
  if (latin.length === 0 || language === 'Burmese') return []
  const first = random.pick(latin)
  const isFamilyFirst = language === 'Korean' || language === 'Chinese'
  const seconds = generalSpellings(first.text.toLowerCase(), language, !isFamilyFirst)
  return random.shuffled(seconds).map(({ text }) => ({ kind: 'two changes', text }))
}

/** Without repetitions, without what the entry itself lists, and with two words at least where the listed name has two. */
function distinct(listed: ListedName, variants: readonly Variant[], most: number): Spelling[] {
  const seen = new Set<string>()
  const kept: Spelling[] = []
  for (const { kind, text } of variants) {
    const tidy = text.replace(/\s+/gu, ' ').trim()
    const key = tidy.toLowerCase()
    const isKnown = listed.known.has(key) && kind !== 'upper case'
    if (seen.has(key) || isKnown || (listed.isPerson && isShorter(tidy, listed.name)) || kept.length >= most) continue
    seen.add(key)
    kept.push({
      of: listed,
      language: listed.language,
      script: scriptOf(tidy),
      kind,
      text: kind === 'upper case' ? tidy : capitalized(tidy),
    })
  }
  return kept
}

function isShorter(text: string, name: string): boolean {
  return (
    name.includes(' ') && !/\p{L}[ -]+\p{L}|\p{L}[.,] /u.test(text) && !name.replace(/\s/gu, '').toLowerCase().includes(text.toLowerCase())
  )
}

function scriptOf(text: string): Spelling['script'] {
  if (/\p{Script=Cyrillic}/u.test(text)) return 'Cyrillic'
  return /\p{Script=Greek}/u.test(text) ? 'Greek' : 'Latin'
}
