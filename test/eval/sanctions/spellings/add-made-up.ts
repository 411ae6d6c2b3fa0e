import type { Language } from './listed-name.ts'
import type { ListedName } from './listed-name.ts'
import { capitalized } from './rules.ts'
import { romanRussian, romanUkrainian } from './languages/cyrillic.ts'
import { romanGreek } from './languages/greek.ts'
import * as madeUp from './made-up-names.ts'

interface MadeUp {
  readonly language: Language
  readonly names: readonly string[]
  /** How lists write the name, and the form from which its spellings are made. */
  readonly read: (line: string) => { readonly name: string; readonly original?: string }
}

const inLatin = (line: string) => ({ name: line })
const added: readonly MadeUp[] = [
  { language: 'Russian', names: madeUp.russianNames, read: (line) => ({ name: romanRussian(line), original: line }) },
  { language: 'Ukrainian', names: madeUp.ukrainianNames, read: (line) => ({ name: romanUkrainian(line), original: line }) },
  { language: 'Greek', names: madeUp.greekNames, read: (line) => ({ name: romanGreek(line), original: line }) },
  { language: 'Chinese', names: madeUp.chineseNames, read: readChinese },
  { language: 'Turkish', names: madeUp.turkishNames, read: inLatin },
  { language: 'Azerbaijani', names: madeUp.azerbaijaniNames, read: inLatin },
  { language: 'Spanish', names: madeUp.spanishNames, read: inLatin },
  { language: 'Portuguese', names: madeUp.portugueseNames, read: inLatin },
  { language: 'German', names: madeUp.germanNames, read: inLatin },
  { language: 'Burmese', names: madeUp.burmeseNames, read: inLatin },
  { language: 'Hebrew', names: madeUp.hebrewNames, read: inLatin },
]

/** Lists write Chinese names with the syllables of the given name joined. */
function readChinese(line: string) {
  const [pinyin = '', cantonese = ''] = line.split('|')
  const [family = '', ...given] = pinyin.toLowerCase().split(' ')
  return { name: `${family} ${given.join('')}`, original: `${pinyin}|${cantonese}` }
}

/** Entries of made-up persons. */
export function madeUpEntries(): ListedName[] {
  return added.flatMap(({ language, names, read }, group) =>
    names.map((line, place) => {
      const { name, ...rest } = read(line)
      const known = new Set([name.toLowerCase()])
      return { number: String(9_000_001 + group * 1_000 + place), name: capitalized(name), known, isPerson: true, language, ...rest }
    }),
  )
}

/** A list in the format of the UN, with these entries besides its own. */
export function withEntries(xml: string, entries: readonly ListedName[]): string {
  const elements = entries.map(({ number, name }) => {
    const [given = '', ...family] = name.split(' ')
    return `<INDIVIDUAL><DATAID>${number}</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>${given}</FIRST_NAME><SECOND_NAME>${family.join(' ')}</SECOND_NAME><UN_LIST_TYPE>made up</UN_LIST_TYPE><REFERENCE_NUMBER>MUi.${number.slice(-5)}</REFERENCE_NUMBER><LISTED_ON>2020-01-01</LISTED_ON><NATIONALITY><VALUE/></NATIONALITY></INDIVIDUAL>`
  })
  return xml.replace('</INDIVIDUALS>', () => `${elements.join('\n')}</INDIVIDUALS>`)
}
