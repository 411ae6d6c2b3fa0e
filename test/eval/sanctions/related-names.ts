/** Words that do not show that two names are of one person or group. */
const small = new Set(
  'al el ul ur as ash an ad ar bin ben ibn bint abu abou abd abdul abdel haji hajji the of and de la for in mullah maulavi qari sheikh shaykh dr'.split(
    ' ',
  ),
)
const maxDistance = 0.34

/** `contained`: one name has every word of the other, at least two. `overlapping`: two thirds of the words of the shorter, at least two. */
export type Relation = 'contained' | 'overlapping' | 'none'

/**
 * How two names are related by plain edit distance on letters without marks; it knows nothing of the matcher. A word has a counterpart
 * when no more than a third of the letters differ.
 */
export function relationOf(one: string, other: string): Relation {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  const [short, long] = first.length <= second.length ? [first, [...second]] : [second, [...first]]
  let common = 0
  for (const word of short) {
    const at = long.findIndex((candidate) => editDistance(word, candidate) <= maxDistance * Math.max(word.length, candidate.length))
    if (at < 0) continue
    long.splice(at, 1)
    common++
  }
  if (common < 2 || common < (2 / 3) * short.length) return 'none'
  return common === short.length ? 'contained' : 'overlapping'
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{M}|['’‘`]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !small.has(word))
}

/** Levenshtein's distance. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (let at = 1; at <= other.length; at++) {
      next.push(Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[other.length] ?? 0
}
