const maxOrder = 6
/** How much more recall counts than precision. */
const beta = 2

/** Corpus chrF2 from 0 to 100 with one reference each: up to six characters, without blanks and without words (sacrebleu's default). */
export function chrf(hypotheses: readonly string[], references: readonly string[]): number {
  const sums = Array.from({ length: maxOrder }, () => ({ ours: 0, theirs: 0, shared: 0 }))
  for (const [index, hypothesis] of hypotheses.entries()) {
    const ours = [...hypothesis.replaceAll(/\s+/g, '')]
    const theirs = [...(references[index] ?? '').replaceAll(/\s+/g, '')]
    for (const [at, sum] of sums.entries()) add(sum, ours, theirs, at + 1)
  }
  const orders = sums.filter(({ ours, theirs }) => ours > 0 && theirs > 0)
  if (orders.length === 0) return 0
  const precision = orders.reduce((sum, { shared, ours }) => sum + shared / ours, 0) / orders.length
  const recall = orders.reduce((sum, { shared, theirs }) => sum + shared / theirs, 0) / orders.length
  if (precision + recall === 0) return 0
  return (100 * (1 + beta ** 2) * precision * recall) / (beta ** 2 * precision + recall)
}

function add(sum: { ours: number; theirs: number; shared: number }, ours: readonly string[], theirs: readonly string[], order: number) {
  const left = new Map<string, number>()
  const expected = Math.max(0, theirs.length - order + 1)
  for (let at = 0; at < expected; at += 1) {
    const gram = theirs.slice(at, at + order).join('')
    left.set(gram, (left.get(gram) ?? 0) + 1)
  }
  sum.theirs += expected
  if (expected === 0) return
  for (let at = 0; at + order <= ours.length; at += 1) {
    const gram = ours.slice(at, at + order).join('')
    sum.ours += 1
    const count = left.get(gram) ?? 0
    if (count === 0) continue
    sum.shared += 1
    left.set(gram, count - 1)
  }
}
