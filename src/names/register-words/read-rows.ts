import { transliterate } from '../transliterate.ts'
import { formRows } from './form-rows.ts'
import { noteRows } from './note-rows.ts'
import { stateRows } from './state-rows.ts'
import { worldFormRows } from './world-form-rows.ts'

/** What a name can say of the state of its company. `forming`: it is not yet registered. */
export type NamedState = 'in_liquidation' | 'insolvent' | 'forming'

/** What a word or phrase in a company's name is. */
export type WordKind = 'form' | 'note' | 'branch' | 'alias' | NamedState

/** One row of the table of words that registers put into names. */
export interface RegisterRow {
  /** ISO 3166-1 alpha-2; `*` for the rest of the world. */
  readonly countries: readonly string[]
  readonly kind: WordKind
  /** Short names of the forms, of which either matches; empty for other kinds. */
  readonly forms: readonly string[]
  readonly writings: readonly Writing[]
  /** Codes of ISO 20275, or the law or register that prescribes it. */
  readonly source: string
}

export interface Writing {
  readonly text: string
  /** The forms that it says besides (`BUAB` is a UAB), or with one of which alone it counts (`S.C.` before an SRL). */
  readonly withForms: readonly string[]
}

const kinds: ReadonlySet<string> = new Set<WordKind>(['note', 'branch', 'alias', 'in_liquidation', 'insolvent', 'forming'])

/** All rows, in the order in which they are read. */
export const registerRows: readonly RegisterRow[] = [formRows, worldFormRows, stateRows, noteRows].flatMap((table) =>
  table.trim().split('\n').map(readRow),
)

function readRow(line: string): RegisterRow {
  const [countries = '', word = '', writings = '', source = ''] = line.split(' | ').map((part) => part.trim())
  const isForm = !kinds.has(word)
  return {
    countries: countries.split(' '),
    kind: isForm ? 'form' : (word as WordKind),
    forms: isForm ? word.split('/') : [],
    writings: writings.split(';').map((writing) => {
      const [text = '', forms = ''] = writing.trim().split('=')
      return { text, withForms: forms === '' ? [] : forms.split('+') }
    }),
    source,
  }
}

/** A writing without spaces, stops and marks, as words are compared: `S. à r. l.` is `sarl`. */
export function lettersOf(text: string): string {
  return transliterate(text.replace(/\bt\/as?\b/giu, 'trading as').replace(/[&+]/g, ' and ')).replace(/[^\p{L}\p{N}]+/gu, '')
}
