import { doesAll } from '../../../../test/support/runs.ts'
import { draftEntry, type ListedEntry } from '../listed-entry.ts'
import { createIndexBuilder, type NameIndex } from './name-index.ts'

/** As many names as all real lists have together; a sixth of them in fast tests, since an index takes seconds to build. */
export const crowdSize = doesAll ? 60_000 : 10_000

const onsets = 'b d f g h j k l m n p r s t v z sh kh ch zh th kr st br dr gr ts'.split(' ')
const vowels = 'a e i o u a a o ai ou'.split(' ')
const codas = ['', '', '', 'n', 'r', 's', 'l', 'm', 'k', 'd', 'v', 'ch', 'sh']
const wellKnown = 'muhammad ahmad hassan hussein ali omar ivan sergei alexander maria mikhail john abdul rahman'.split(' ')

/** Numbers from 0 to below 1, always the same ones. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

/** Words that sound like names, from a seed. */
export function madeUpWords(seed: number): { word(syllables: number): string; pick<Item>(items: readonly Item[]): Item } {
  const next = numbers(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item
  const word = (syllables: number) => Array.from({ length: syllables }, () => pick(onsets) + pick(vowels) + pick(codas)).join('')
  return { word, pick }
}

/** An index of made-up names of two per entry: some names in thousands of entries, 30,000 family names, and these names. */
export function crowdedIndex(also: readonly string[]): NameIndex {
  const { word, pick } = madeUpWords(7)
  const given = Array.from({ length: 3_000 }, (_, at) => word(1 + (at % 3)))
  const family = Array.from({ length: 30_000 }, (_, at) => word(2 + (at % 4)))
  const givenName = () => pick([...wellKnown.slice(0, 1), pick(wellKnown), pick(given), pick(given)])
  const fullName = (at: number) =>
    [
      givenName(),
      ...(at % 2 === 0 ? [givenName()] : []),
      ...(at % 3 === 0 ? ['al'] : []),
      pick(family),
      ...(at % 5 === 0 ? [pick(family)] : []),
    ]
      .concat(at % 10 === 0 ? ['Trading', 'Limited', 'Liability', 'Company'] : [])
      .join(' ')
  const builder = createIndexBuilder()
  const add = (id: number, names: readonly string[]) => {
    const draft = draftEntry(String(id), id % 10 === 0 ? 'entity' : 'person')
    for (const name of names) draft.name(name)
    builder.add('list', 1, draft.finish() as ListedEntry)
  }
  for (let id = 0; id < crowdSize / 2; id++) add(id, [fullName(id), fullName(id + 1)])
  for (const [at, name] of also.entries()) add(crowdSize + at * 10 + 1, [name])
  const steps = builder.finish()
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
