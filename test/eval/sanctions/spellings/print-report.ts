import type { Recall, Report } from './report.ts'

/** Kinds with fewer spellings are only in the JSON: their shares say little. */
const minCount = 5

const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8)

function row(name: string, { count, atThreshold, asReview, asMatch }: Recall): string {
  return `  ${name.padEnd(60)}${String(count).padStart(6)}${percent(atThreshold)}${percent(asReview)}${percent(asMatch)}`
}

/** Prints the figures as tables. */
export function printReport(report: Report, { misses }: { misses: boolean }): void {
  const { threshold, ordinaryNames } = report
  console.log(`Other spellings of listed names`)
  console.log(
    `${ordinaryNames} ordinary names: alarms as a match ${percent(report.alarmsAsMatch).trim()}, as a match or a review ${percent(report.alarmsAsReview).trim()}`,
  )
  console.log(`Scores above ${threshold.toFixed(3)} are alarms for ${percent(report.alarmsAtThreshold).trim()} of them`)
  const head = `  ${''.padEnd(60)}${'count'.padStart(6)}${'at 0.5 %'.padStart(9)}${'review'.padStart(8)}${'match'.padStart(8)}`
  console.log(head)
  console.log(row('all', report.total))
  console.log('By language')
  for (const one of report.languages) console.log(row(one.script === 'Latin' ? one.language : `${one.language}, ${one.script}`, one))
  console.log('By kind')
  for (const one of report.kinds) if (one.count >= minCount) console.log(row(one.kind, one))
  console.log('By language and kind')
  for (const one of report.languagesAndKinds) if (one.count >= minCount) console.log(row(`${one.language}: ${one.kind}`, one))
  if (!misses) return
  console.log('Missed')
  for (const { language, kind, listed, text, score } of report.misses)
    console.log(`  ${language}: ${kind}: ${listed} as ${text} (${score})`)
}
