import type { Measured } from './alternate.ts'
import { figure, type Row } from './subject.ts'

/** The table of servers that were held against each other; ratios of CPU to the one named, which its column may call something else. */
export function cpuRows(all: readonly Measured[], base: string, called = base): Row[] {
  const unit = all.find(({ name }) => name === base)!.cpuMicros.median
  return all.map(({ name, cpuMicros, requestsPerSecond, p50, p99 }) => ({
    server: name,
    'CPU µs per request': figure(cpuMicros.median),
    'least to most': `${figure(cpuMicros.least)} to ${figure(cpuMicros.most)}`,
    [`CPU, ${called} = 1`]: figure(cpuMicros.median / unit),
    'requests per CPU second': Math.round(1e6 / cpuMicros.median),
    'requests per second': Math.round(requestsPerSecond.median),
    'p50 ms': figure(p50),
    'p99 ms': figure(p99),
  }))
}

/** CPU of one in that of another. */
export function cpuRatio(all: readonly Measured[], name: string, base: string): number {
  const of = (wanted: string) => all.find((one) => one.name === wanted)!.cpuMicros.median
  return of(name) / of(base)
}
