import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** What a run gave of one suite or client: a row of `docs/conformance.md`. */
export interface Outcome {
  /** What was tried. A later run of the same replaces it. */
  readonly what: string
  /** Names and versions. */
  readonly with: string
  /** What it gave before this service was changed for it. */
  readonly before?: string
  readonly passed: number
  readonly failed: number
  /** Why something failed or was not tried, or what counts as passed. */
  readonly why: string
}

/** Keeps what a test gave for the page, where `npm run test:outside` asked for it. */
export function keepOutcome(outcome: Outcome): void {
  const file = process.env['CONFORMANCE_OUTCOMES']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(outcome)}\n`)
}

/** All that the tests of a run kept. */
export function keptOutcomes(file: string): readonly Outcome[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Outcome)
}

const [begin, end] = ['<!-- npm run test:outside writes these rows -->', '<!-- end of these rows -->']
const head = ['| what | with | date | before | passed | failed | why |', '|---|---|---|---|---|---|---|']

/** The page with these rows in place of older ones of the same subjects; others stay. */
export function withOutcomes(page: string, outcomes: readonly Outcome[], date: string): string {
  const [before, rest] = split(page, begin)
  const [table, after] = split(rest, end)
  const rows = new Map(
    table
      .split('\n')
      .slice(3, -1)
      .map((row) => [row.split(' | ')[0]!.slice(2), row]),
  )
  for (const outcome of outcomes) rows.set(outcome.what, rowOf(outcome, date))
  return [before + begin, ...head, ...rows.values(), end + after].join('\n')
}

function split(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  if (at === -1) throw new Error(`docs/conformance.md has lost its line ${mark}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}

function rowOf({ what, before, passed, failed, why, ...outcome }: Outcome, date: string): string {
  const cells = [what, outcome.with, date, before ?? '', String(passed), String(failed), why]
  return `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`
}
