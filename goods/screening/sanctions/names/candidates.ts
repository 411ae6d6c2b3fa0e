import type { Work } from '../../../../src/goods/kit/worker-side.ts'
import { createBestRanked } from './best-ranked.ts'
import type { NameIndex } from './name-index.ts'
import type { AskedName } from './pair-names.ts'

/** A listed name to be scored. */
export interface NameCandidate {
  readonly name: number
  /** A bit for each searched word that some name of its entry has. */
  readonly inEntry: number
}

/** Names that are scored, those with the most in common first. */
const maxCandidates = 150
/** Share of the shorter name's weight that both must have in common to be scored. */
const minShareInCommon = 0.4
/** From this similarity a searched word is a word that the entry has. */
const known = 0.95
/** How much the share of both names counts beside that of the shorter one. */
const shareOfBoth = 0.2

/** What names have in common with the searched one, by the numbers of names and entries. */
interface Tally {
  readonly common: Float32Array
  /** The last searched word that was counted, so that names which repeat a word count it once. */
  readonly counted: Uint8Array
  /** By entry. */
  readonly inEntry: Uint16Array
  readonly touched: number[]
}

/** Names that have words in common with the searched one, those with the most in common first. Yields like \`searchNames\`. */
export function* candidates(index: NameIndex, asked: AskedName, work: Work): Generator<number, NameCandidate[]> {
  const tally: Tally = {
    common: new Float32Array(index.entryOf.length),
    counted: new Uint8Array(index.entryOf.length),
    inEntry: new Uint16Array(index.entries.length),
    touched: [],
  }
  const { words, neighbours } = asked
  const heaviest = Math.max(...words.map(({ personalWeight }) => personalWeight))
  for (const [at, { near, meant, weight, personalWeight }] of words.entries()) {
    // Legal forms and similar words are in thousands of names, and decide nothing.
    if (personalWeight < heaviest / 8) continue
    for (const [place, similarity] of [...near, ...meant].sort(([, one], [, other]) => other - one)) {
      yield* count({ index, tally, work }, place, { at, gain: weight * similarity, isKnown: similarity >= known })
    }
  }
  for (const [at, near] of neighbours.entries()) {
    const weight = (words[at]?.weight ?? 0) + (words[at + 1]?.weight ?? 0)
    for (const [place, similarity] of near) {
      yield* count({ index, tally, work }, place, { at: words.length + at, gain: weight * similarity, isKnown: false })
    }
  }
  const weightsBeyond = new Map<number, number>()
  const weightBeyond = (inEntry: number): number => {
    const before = weightsBeyond.get(inEntry)
    if (before !== undefined) return before
    const sum = words.reduce((total, { personalWeight }, at) => total + ((inEntry & (1 << at)) === 0 ? personalWeight : 0), 0)
    weightsBeyond.set(inEntry, sum)
    return sum
  }
  const best = createBestRanked(maxCandidates)
  for (const name of tally.touched) {
    work.add(1)
    if (work.isFull()) yield work.take()
    const [common, listed] = [tally.common[name] ?? 0, index.weightOf[name] ?? 0]
    // Words that the entry has in its other names do not count against it.
    const searched = common + weightBeyond(tally.inEntry[index.entryOf[name] ?? 0] ?? 0)
    const share = common / Math.min(searched, listed)
    if (share >= minShareInCommon) best.add(name, Math.min(1, share) + (shareOfBoth * common) / Math.max(searched, listed))
  }
  return best.ranked().map((name) => ({ name, inEntry: tally.inEntry[index.entryOf[name] ?? 0] ?? 0 }))
}

interface Counting {
  readonly index: NameIndex
  readonly tally: Tally
  readonly work: Work
}

/** Counts a searched word for all names that have a word of the dictionary. */
function* count(
  { index, tally: { common, counted, inEntry, touched }, work }: Counting,
  place: number,
  { at, gain, isKnown }: { readonly at: number; readonly gain: number; readonly isKnown: boolean },
): Generator<number, void> {
  for (let position = index.nameStart[place] ?? 0; position < (index.nameStart[place + 1] ?? 0); position++) {
    work.add(1)
    if (work.isFull()) yield work.take()
    const name = index.names[position] ?? 0
    if (isKnown) {
      const entry = index.entryOf[name] ?? 0
      inEntry[entry] = (inEntry[entry] ?? 0) | (1 << at)
    }
    if (counted[name] === at + 1) continue
    counted[name] = at + 1
    if (common[name] === 0) touched.push(name)
    common[name] = (common[name] ?? 0) + gain
  }
}
