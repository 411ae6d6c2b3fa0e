import { readFileSync } from 'node:fs'
import { reviewScore } from '../../../src/sources/sanctions/screening.ts'
import { indexOf, leaveOneOut, ordinaryScores, readUnList, type LeftOut } from './leave-one-out.ts'

const ordinaryOfEach = 150
const alarmShare = 0.005

/** Leave-one-alias-out on the UN list in a file, and the alarms of ordinary names on it. */
export function evaluateUn(file: string, flags: { readonly misses: boolean }): void {
  const entries = readUnList(readFileSync(file))
  const ordinary = ordinaryScores(indexOf(entries), ordinaryOfEach)
  const atFixedAlarms = Math.max(0.3, ordinary[Math.floor(ordinary.length * alarmShare)]?.score ?? 1) + 1e-6
  const alarms = ordinary.filter(({ score }) => score >= reviewScore).length / ordinary.length
  const left = leaveOneOut(entries)
  console.log(`\nThe UN list, one alias left out at a time: ${entries.length} entries, ${left.length} aliases`)
  console.log(
    `Alarms of ${ordinary.length} ordinary names: ${percent(alarms)} at ${reviewScore}; ${percent(alarmShare)} at a score of ${atFixedAlarms.toFixed(3)}`,
  )
  const recall = (names: readonly LeftOut[]) => ({
    names: names.length,
    'match or review': percent(share(names, reviewScore)),
    [`at ${percent(alarmShare)} of alarms`]: percent(share(names, atFixedAlarms)),
  })
  console.table({
    all: recall(left),
    'one contains the other': recall(left.filter(({ relation }) => relation === 'contained')),
    'not weak': recall(left.filter(({ relation, weak }) => relation === 'contained' && !weak)),
    'two thirds in common': recall(left.filter(({ relation }) => relation === 'overlapping')),
    ...Object.fromEntries(
      [...new Set(left.map(({ script }) => script))].map((script) => [script, recall(left.filter((one) => one.script === script))]),
    ),
  })
  if (!flags.misses) return
  for (const { name, score } of ordinary.filter((one) => one.score >= reviewScore)) console.log(`ALARM ${score.toFixed(3)} ${name}`)
  const missed = left.filter((one) => (one.relation === 'contained' || one.script !== 'Latin') && one.score < reviewScore)
  for (const { entry, name, score, best } of missed) console.log(`MISSED ${entry} ${name} (${score.toFixed(3)} ${best})`)
}

function share(names: readonly LeftOut[], least: number): number {
  return names.filter(({ score }) => score >= least).length / Math.max(1, names.length)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
