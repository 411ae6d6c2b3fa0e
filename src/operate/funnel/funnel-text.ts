import { countOf } from '../../shared/plural.ts'
import { funnelDimensions, type Funnel, type FunnelDimension, type FunnelLine, type FunnelSteps } from './read-funnel.ts'

/** Lines of one table. */
const maxLines = 15

const steps: Readonly<Record<keyof FunnelSteps, string>> = {
  asked: 'calls without a payment, answered with the terms',
  attempted: 'calls that brought a payment',
  verified: 'payments that were accepted',
  served: 'of those, answered',
  settled: 'of those, settled when they were answered',
}

const titles: Readonly<Record<FunnelDimension, string>> = {
  offer: 'By offer',
  protocol: 'By protocol',
  software: 'By client software, as it names itself',
  via: 'By where the call came from',
}

/** @param adviceOf what a payer is told to do about a refusal; null where nothing is known */
export function funnelText(funnel: Funnel, adviceOf: (reason: string) => string | null): string {
  const { asked, attempted, free, refusals, own, replayed } = funnel
  if (asked + attempted + free + replayed + own + refusals.length === 0) return 'No call was counted in this time.\n'
  const lines = Object.entries(steps).map(
    ([step, meaning]) => `${step.padEnd(10)} ${figure(funnel[step as keyof FunnelSteps], 4)}   ${meaning}`,
  )
  lines.push(
    '',
    `${countOf(free, 'answer')} cost nothing, and ${countOf(replayed, 'answer')} ${replayed === 1 ? 'was' : 'were'} given again.`,
  )
  if (own > 0) lines.push(`${countOf(own, 'call')} that your own wallets paid for ${own === 1 ? 'is' : 'are'} left out.`)
  for (const dimension of funnelDimensions) lines.push(...table(titles[dimension], funnel.by[dimension]))
  if (refusals.length > 0) lines.push('', 'Not answered', ...refusals.slice(0, maxLines).map((refusal) => refusalLine(refusal, adviceOf)))
  return `${lines.join('\n')}\n`
}

function table(title: string, rows: readonly FunnelLine[]): string[] {
  if (rows.length === 0) return []
  const names = Object.keys(steps) as (keyof FunnelSteps)[]
  const width = Math.max(...rows.map(({ name }) => name.length), 8)
  const row = (name: string, cells: readonly string[]) => `  ${name.padEnd(width)}  ${cells.map((cell) => cell.padStart(9)).join(' ')}`
  const shown = rows.slice(0, maxLines).map((line) =>
    row(
      line.name,
      names.map((step) => String(line[step])),
    ),
  )
  const left = rows.length - shown.length
  return ['', title, row('', names), ...shown, ...(left > 0 ? [`  and ${left} more: --json has all`] : [])]
}

function refusalLine({ reason, calls }: Funnel['refusals'][number], adviceOf: (reason: string) => string | null): string {
  return `  ${figure(calls, 8)}  ${reason.padEnd(40)}  ${adviceOf(reason) ?? ''}`.trimEnd()
}

function figure(count: number, width: number): string {
  return String(count).padStart(width)
}
