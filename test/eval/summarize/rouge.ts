/** ROUGE F1 of a summary against a reference, from 0 to 1: words in lower case, no stemming. */
export interface Rouge {
  readonly rouge1: number
  readonly rouge2: number
  readonly rougeL: number
}

/** @returns for each figure that of the best reference */
export function bestRouge(summary: string, references: readonly string[]): Rouge {
  const all = references.map((reference) => rouge(summary, reference))
  return {
    rouge1: Math.max(...all.map(({ rouge1 }) => rouge1)),
    rouge2: Math.max(...all.map(({ rouge2 }) => rouge2)),
    rougeL: Math.max(...all.map(({ rougeL }) => rougeL)),
  }
}

function rouge(summary: string, reference: string): Rouge {
  const [ours, theirs] = [words(summary), words(reference)]
  return {
    rouge1: overlap(ours, theirs),
    rouge2: overlap(pairs(ours), pairs(theirs)),
    rougeL: f1(longestCommon(ours, theirs), ours.length, theirs.length),
  }
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const pairs = (list: readonly string[]) => list.slice(1).map((word, index) => `${list[index] ?? ''} ${word}`)

function overlap(ours: readonly string[], theirs: readonly string[]): number {
  const left = new Map<string, number>()
  for (const item of theirs) left.set(item, (left.get(item) ?? 0) + 1)
  let shared = 0
  for (const item of ours) {
    const count = left.get(item) ?? 0
    if (count === 0) continue
    shared += 1
    left.set(item, count - 1)
  }
  return f1(shared, ours.length, theirs.length)
}

const f1 = (shared: number, ours: number, theirs: number) => (shared === 0 ? 0 : (2 * shared) / (ours + theirs))

function longestCommon(ours: readonly string[], theirs: readonly string[]): number {
  let row = theirs.map(() => 0)
  for (const word of ours) {
    const next: number[] = []
    for (const [index, other] of theirs.entries()) {
      next.push(word === other ? (row[index - 1] ?? 0) + 1 : Math.max(next[index - 1] ?? 0, row[index] ?? 0))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
