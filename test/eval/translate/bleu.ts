/** Corpus BLEU from 0 to 100 with one reference each: four words, exponential smoothing, the tokens of mteval 13a (sacrebleu's default). */
export function bleu(hypotheses: readonly string[], references: readonly string[]): number {
  const matches = [0, 0, 0, 0]
  const totals = [0, 0, 0, 0]
  let [length, referenceLength] = [0, 0]
  for (const [index, hypothesis] of hypotheses.entries()) {
    const ours = tokenize(hypothesis)
    const theirs = tokenize(references[index] ?? '')
    length += ours.length
    referenceLength += theirs.length
    for (let order = 1; order <= 4; order += 1) {
      matches[order - 1]! += overlap(nGrams(ours, order), nGrams(theirs, order))
      totals[order - 1]! += Math.max(0, ours.length - order + 1)
    }
  }
  const precisions = smoothed(matches, totals)
  if (matches[0] === 0 || precisions.some((one) => one === 0)) return 0
  const mean = Math.exp(precisions.reduce((sum, one) => sum + Math.log(one), 0) / 4)
  return (length < referenceLength ? Math.exp(1 - referenceLength / length) : 1) * mean
}

/** Each order without a match counts half as much as the one before. */
function smoothed(matches: readonly number[], totals: readonly number[]): readonly number[] {
  let divisor = 1
  return matches.map((match, index) => {
    const total = totals[index] ?? 0
    if (total === 0) return 0
    if (match > 0) return (100 * match) / total
    divisor *= 2
    return 100 / (divisor * total)
  })
}

/** Signs stand alone, but for points and commas between digits, and hyphens that follow no digit. */
function tokenize(text: string): readonly string[] {
  const plain = text.replaceAll('<skipped>', '').replaceAll('-\n', '').replaceAll('\n', ' ')
  const decoded = plain.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return ` ${decoded} `
    .replaceAll(/([{-~[-` -&(-+:-@/])/g, ' $1 ')
    .replaceAll(/([^0-9])([.,])/g, '$1 $2 ')
    .replaceAll(/([.,])([^0-9])/g, ' $1 $2')
    .replaceAll(/([0-9])(-)/g, '$1 $2 ')
    .split(/\s+/)
    .filter((token) => token !== '')
}

function nGrams(tokens: readonly string[], order: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let at = 0; at + order <= tokens.length; at += 1) {
    const gram = tokens.slice(at, at + order).join(' ')
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
}

function overlap(ours: ReadonlyMap<string, number>, theirs: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [gram, count] of ours) shared += Math.min(count, theirs.get(gram) ?? 0)
  return shared
}
