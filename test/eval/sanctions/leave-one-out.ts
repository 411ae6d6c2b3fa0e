import { createIndexBuilder, type NameIndex } from '../../../goods/screening/sanctions/names/name-index.ts'
import { searchAtOnce } from '../../../goods/screening/sanctions/names/search-at-once.fixture.ts'
import type { ListedEntry } from '../../../goods/screening/sanctions/listed-entry.ts'
import { parseUn } from '../../../goods/screening/sanctions/lists/parse-un.ts'
import { isHeldOut } from './held-out.ts'
import { ordinaryNames } from './ordinary-names.ts'
import { relationOf, type Relation } from './related-names.ts'

/** An alias that was taken off its entry and then searched. */
export interface LeftOut {
  readonly name: string
  readonly entry: string
  /** Half of the entries are held out: nothing is tuned on them. */
  readonly heldOut: boolean
  readonly script: string
  /** The list calls it weak. */
  readonly weak: boolean
  /** Its closest relation to another name in Latin of its entry. */
  readonly relation: Relation
  /** The highest score of the entry's other names; 0 when it was not found. */
  readonly score: number
  readonly best: string
}

/** Entries of a UN list in its published form. */
export function readUnList(bytes: Uint8Array): ListedEntry[] {
  const entries: ListedEntry[] = []
  const steps = parseUn([bytes])
  for (let step = steps.next(); step.done !== true; step = steps.next()) if (step.value) entries.push(step.value)
  return entries
}

const minScore = 0.3

export function indexOf(entries: readonly ListedEntry[]): NameIndex {
  const builder = createIndexBuilder()
  for (const entry of entries) builder.add('un', 1, entry)
  const steps = builder.finish()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Takes each name off its entry in turn and searches it. One index serves one name of every entry: the first names, then the second
 * ones, and so on. Names that are equal but for case and punctuation are taken off together.
 */
export function leaveOneOut(entries: readonly ListedEntry[]): LeftOut[] {
  const most = Math.max(...entries.map(({ names }) => names.length))
  const results: LeftOut[] = []
  for (let ordinal = 0; ordinal < most; ordinal++) {
    const asked: { readonly entry: ListedEntry; readonly text: string; readonly weak: boolean; readonly rest: ListedEntry['names'] }[] = []
    const reduced = entries.map((entry) => {
      const name = entry.names[ordinal]
      const rest = entry.names.filter(({ text }) => name === undefined || plain(text) !== plain(name.text))
      if (!name || rest.length === 0) return entry
      asked.push({ entry, text: name.text, weak: name.weak, rest })
      return { ...entry, names: rest }
    })
    if (asked.length === 0) continue
    const index = indexOf(reduced)
    for (const { entry, text, weak, rest } of asked) {
      const found = searchAtOnce(index, text, minScore)
      const right = found.find(({ name }) => index.entries[index.entryOf[name] ?? -1]?.id === entry.id)
      const script = scriptOf(text)
      results.push({
        name: text,
        entry: entry.id,
        heldOut: isHeldOut(entry.id, 2),
        script,
        weak,
        relation: closest(
          script === 'Latin' ? rest.filter((other) => scriptOf(other.text) === 'Latin').map((other) => relationOf(text, other.text)) : [],
        ),
        score: right?.score ?? 0,
        best: right === undefined ? '' : (rest[index.ordinalOf[right.name] ?? 0]?.text ?? ''),
      })
    }
  }
  return results
}

/** The best score of each ordinary name, the highest first. */
export function ordinaryScores(index: NameIndex, ofEach: number): { name: string; heldOut: boolean; score: number }[] {
  return ordinaryNames(ofEach)
    .map(({ text, heldOut }) => ({ name: text, heldOut, score: searchAtOnce(index, text, minScore)[0]?.score ?? 0 }))
    .sort((one, other) => other.score - one.score)
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function scriptOf(text: string): string {
  for (const script of ['Arabic', 'Cyrillic', 'Han', 'Hangul', 'Greek']) {
    if (new RegExp(`\\p{Script=${script}}`, 'u').test(text)) return script
  }
  return 'Latin'
}

function closest(relations: readonly Relation[]): Relation {
  return (['contained', 'overlapping'] as const).find((relation) => relations.includes(relation)) ?? 'none'
}
