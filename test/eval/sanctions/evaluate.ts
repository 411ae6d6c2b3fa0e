import { askAll, figuresOf, type Asked } from './measure.ts'
import { openScreening } from './open-screening.ts'
import { kinds } from './variant-kinds.ts'

/**
 * Prints recall and precision of sanctions screening on labelled names, for the part that it was tuned on and the part that
 * was held out. `--misses` shows the wrong results of the first part.
 */
export async function evaluateSanctions(flags: { readonly misses: boolean }): Promise<void> {
  const { sanctions, entries, close } = await openScreening()
  const startedAt = performance.now()
  const asked = await askAll(sanctions)
  const ms = (performance.now() - startedAt) / asked.length
  await close()
  const keys = new Set(asked.flatMap(({ key }) => key ?? []))
  console.log(`Sanctions screening: ${keys.size} entries asked for among ${entries}, ${ms.toFixed(1)} ms for a name\n`)
  console.table({
    tuned: row(asked.filter(({ heldOut }) => !heldOut)),
    'held out': row(asked.filter(({ heldOut }) => heldOut)),
    all: row(asked),
  })
  console.log('Recall by what is different in the name')
  console.table(
    Object.fromEntries(
      Object.entries(kinds).map(([kind, title]) => {
        const figures = figuresOf(asked.filter((one) => one.kind === kind))
        return [title, { names: figures.trueNames, match: percent(figures.match.recall), 'match or review': percent(figures.found.recall) }]
      }),
    ),
  )
  if (flags.misses) printMisses(asked.filter(({ heldOut }) => !heldOut))
}

function row(asked: readonly Asked[]) {
  const { trueNames, nearNames, match, found, falseMatches, falseReviews } = figuresOf(asked)
  return {
    'true names': trueNames,
    'near names': nearNames,
    'recall (match)': percent(match.recall),
    'precision (match)': percent(match.precision),
    'recall (match or review)': percent(found.recall),
    'precision (match or review)': percent(found.precision),
    'false matches': falseMatches,
    'false reviews': falseReviews,
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function printMisses(asked: readonly Asked[]): void {
  for (const { key, name, found, screening } of asked) {
    const [best] = screening.matches
    const instead = best ? `${best.matched} ${best.score}` : 'nobody'
    if (key !== null && found !== 'match') console.log(`${found.padEnd(7)} ${key}: ${name} (best: ${instead})`)
    if (key === null && found !== 'nothing') console.log(`FALSE ${found.padEnd(6)} ${name}: ${instead}`)
  }
}
