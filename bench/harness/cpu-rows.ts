import type { Measured } from './alternate.ts'
import { figure, type Row } from './subject.ts'

/** The table of compared servers, with ratios of CPU to `base`; `called` is the name of `base` in the column title. */
export function cpuRows(all: readonly Measured[], base: string, called = base): Row[] {
  const unit = all.find(({ name }) => name === base)!.cpuMicros.median
  return all.map(({ name, cpuMicros, requestsPerSecond, p50, p99 }) => ({
    server: name,
    'CPU µs per request': figure(cpuMicros.median),
    'min to max': `${figure(cpuMicros.min)} to ${figure(cpuMicros.max)}`,
    [`CPU, ${called} = 1`]: figure(cpuMicros.median / unit),
    'requests per CPU second': Math.round(1e6 / cpuMicros.median),
    'requests per second': Math.round(requestsPerSecond.median),
    'p50 ms': figure(p50),
    'p99 ms': figure(p99),
  }))
}

/** CPU of one server divided by that of another. */
export function cpuRatio(all: readonly Measured[], name: string, base: string): number {
  const of = (wanted: string) => all.find((one) => one.name === wanted)!.cpuMicros.median
  return of(name) / of(base)
}
