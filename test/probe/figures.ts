/** What one kind of call took, in milliseconds as its caller measures them. */
export interface Figures {
  readonly calls: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>
}

export interface Call {
  readonly ms: number
  readonly status: number
}

export function figuresOf(calls: readonly Call[]): Figures {
  const times = calls.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const at = (share: number) => round(times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0)
  const statuses: Record<string, number> = {}
  for (const { status } of calls) statuses[status] = (statuses[status] ?? 0) + 1
  return { calls: calls.length, p50: at(0.5), p99: at(0.99), max: at(1), statuses }
}

const round = (ms: number) => Math.round(ms * 10) / 10

export function inWords({ calls, p50, p99, max, statuses }: Figures): string {
  const answers = Object.entries(statuses).map(([status, count]) => `${count} times ${status}`)
  return `p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms of ${calls} (${answers.join(', ')})`
}
