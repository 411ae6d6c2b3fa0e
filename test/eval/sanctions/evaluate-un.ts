import { readFileSync } from 'node:fs'
import { reviewScore } from '../../../goods/screening/sanctions/screening.ts'
import { indexOf, leaveOneOut, ordinaryScores, readUnList, type LeftOut } from './leave-one-out.ts'

const ordinaryOfEach = 150
const alarmShare = 0.005

type Ordinary = ReturnType<typeof ordinaryScores>

/**
 * Leave-one-alias-out on the UN list in a file, and the alarms of ordinary names on it: for the halves of entries and family names that the
 * matcher was tuned on, and for the others. `--misses` shows those of the first halves.
 */
export function evaluateUn(file: string, flags: { readonly misses: boolean }): void {
  const entries = readUnList(readFileSync(file))
  const ordinary = ordinaryScores(indexOf(entries), ordinaryOfEach)
  const left = leaveOneOut(entries)
  console.log(`\nThe UN list, one alias left out at a time: ${entries.length} entries, ${left.length} aliases`)
  report('Tuned', left, ordinary, (one) => !one.heldOut)
  report('Held out', left, ordinary, (one) => one.heldOut)
  report('All', left, ordinary, () => true)
  if (!flags.misses) return
  const alarms = ordinary.filter((one) => !one.heldOut && one.score >= reviewScore)
  for (const { name, score } of alarms) console.log(`ALARM ${score.toFixed(3)} ${name}`)
  const related = left.filter((one) => !one.heldOut && (one.relation === 'contained' || one.script !== 'Latin'))
  for (const { entry, name, score, best } of related.filter((one) => one.score < reviewScore)) {
    console.log(`MISSED ${entry} ${name} (${score.toFixed(3)} ${best})`)
  }
}

function report(title: string, allLeft: readonly LeftOut[], allOrdinary: Ordinary, isIn: (one: { readonly heldOut: boolean }) => boolean) {
  const [left, ordinary] = [allLeft.filter(isIn), allOrdinary.filter(isIn)]
  const atFixedAlarms = Math.max(0.3, ordinary[Math.floor(ordinary.length * alarmShare)]?.score ?? 1) + 1e-6
  const alarms = ordinary.filter(({ score }) => score >= reviewScore).length / ordinary.length
  console.log(
    `${title}: alarms of ${ordinary.length} ordinary names: ${percent(alarms)} at ${reviewScore}; ${percent(alarmShare)} at a score of ${atFixedAlarms.toFixed(3)}`,
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
}

function share(names: readonly LeftOut[], least: number): number {
  return names.filter(({ score }) => score >= least).length / Math.max(1, names.length)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
