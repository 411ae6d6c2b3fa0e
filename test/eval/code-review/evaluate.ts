import type { EvalFlags } from '../labelled-sets.ts'
import { judge, tallies, type Tally, type Verdict } from './measure.ts'
import { readCaseFile, readTwins, type CaseSet } from './read-cases.ts'
import { reviewByBandit } from './review-by-bandit.ts'
import { reviewByEslintSecurity } from './review-by-eslint-security.ts'
import { reviewByMerged } from './review-by-merged.ts'
import { reviewByRuff } from './review-by-ruff.ts'
import { reviewByTaint } from './review-by-taint.ts'

const reviewers = [reviewByTaint, reviewByMerged, reviewByRuff, reviewByBandit, reviewByEslintSecurity]

/** Prints, for each weakness, how much of it code review finds and how often it is wrong, beside other tools alone. */
export async function evaluateCodeReview(flags: EvalFlags): Promise<void> {
  const sets = flags.set.length > 0 ? flags.set.filter((file) => file.endsWith('.jsonl')).map(readCaseFile) : readTwins()
  const figures = []
  for (const set of sets) {
    const verdicts = new Map<string, readonly Verdict[]>()
    for (const reviewer of reviewers) {
      const judged = await judge(reviewer, set)
      if (judged) verdicts.set(reviewer.name, judged)
      else if (set.cases.some(({ language }) => reviewer.languages.includes(language))) console.error(`${reviewer.name} is not installed.`)
    }
    const rows = rowsOf(verdicts)
    figures.push({ set: set.name, rows })
    if (!flags.json) print(set, rows, flags.misses ? (verdicts.get('ours') ?? []) : [])
  }
  if (flags.json) console.log(JSON.stringify({ 'code-review': figures }))
}

type Row = Readonly<Record<string, string | number>>

/** Found and false alarms, in percent; a dash where there is nothing to find or to raise an alarm about. */
function rowsOf(verdicts: ReadonlyMap<string, readonly Verdict[]>): readonly Row[] {
  const columns = [...verdicts].map(([name, judged]) => ({ name, by: tallies(judged) }))
  const [first] = columns
  return [...(first?.by ?? [])].map(([cwe, { vulnerable, fixed }]) => {
    const shares = columns.flatMap(({ name, by }): [string, string][] => {
      const one = by.get(cwe)
      return one ? [[name, sharesOf(one)]] : []
    })
    return { cwe, vulnerable, fixed, ...Object.fromEntries(shares) }
  })
}

function sharesOf({ vulnerable, found, fixed, falseAlarms }: Tally): string {
  const share = (part: number, whole: number) => (whole === 0 ? '-' : ((100 * part) / whole).toFixed(0))
  return `${share(found, vulnerable)} / ${share(falseAlarms, fixed)}`
}

function print({ name, cases }: CaseSet, rows: readonly Row[], verdicts: readonly Verdict[]): void {
  console.log(`\n${name}: ${cases.length} cases. Percent of the vulnerable texts that are found / of the fixed ones with a false alarm`)
  console.table(rows)
  for (const { case: one, isFound, isFalseAlarm } of verdicts) {
    if (isFound === false) console.log(`missed       ${one.cwe} ${one.id}`)
    if (isFalseAlarm === true) console.log(`false alarm  ${one.cwe} ${one.id}`)
  }
}
