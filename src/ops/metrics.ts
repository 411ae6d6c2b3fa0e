import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Counter as OurCounter, Gauge as OurGauge, Histogram as OurHistogram, MetricLabels, Metrics } from '../shared/metrics.ts'

export interface MetricsRegistry {
  readonly metrics: Metrics
  readonly contentType: string
  /** All metrics so far, in the Prometheus text format. */
  text(): Promise<string>
}

export interface MetricsOptions {
  /** Also measure the process itself: memory, CPU, event loop. */
  readonly process?: boolean
  /** Added to every metric of this registry, to distinguish processes. */
  readonly labels?: MetricLabels
}

interface Instruments {
  readonly counter: OurCounter
  readonly gauge: OurGauge
  readonly histogram: OurHistogram
}

/** Instruments in their own registry, so that two services can run in one process. */
export function createMetrics({ process = false, labels = {} }: MetricsOptions = {}): MetricsRegistry {
  const registry = new Registry()
  registry.setDefaultLabels(labels)
  if (process) collectDefaultMetrics({ register: registry })
  const known = new Map<string, { readonly kind: keyof Instruments; readonly instrument: Instruments[keyof Instruments] }>()
  /** Each passes the buffered values of one instrument to prom-client. */
  const flushes: (() => void)[] = []

  /** The same name gives the same instrument. The same name with another kind is a programming error. */
  function once<Kind extends keyof Instruments>(name: string, kind: Kind, make: () => Instruments[Kind]): Instruments[Kind] {
    const existing = known.get(name)
    if (existing === undefined) {
      const instrument = make()
      known.set(name, { kind, instrument })
      return instrument
    }
    if (existing.kind !== kind) throw new TypeError(`the metric ${name} is of another kind`)
    return existing.instrument as Instruments[Kind]
  }

  const metrics: Metrics = {
    counter: (name, help, labelNames = []) =>
      once(name, 'counter', () => {
        const counter = new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
        return countInBulk(counter, labelNames, flushes)
      }),
    gauge: (name, help, labelNames = []) =>
      once(name, 'gauge', () => {
        const gauge = new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })
        return { set: (value, values = {}) => gauge.set(values, value) }
      }),
    histogram: (name, help, labelNames = [], buckets) =>
      once(name, 'histogram', () => {
        const own = buckets === undefined ? {} : { buckets: [...buckets] }
        const histogram = new Histogram({ name, help, labelNames: [...labelNames], registers: [registry], ...own })
        return observeInBulk(histogram, labelNames, flushes)
      }),
  }
  return {
    metrics,
    contentType: registry.contentType,
    text() {
      for (const flush of flushes) flush()
      return registry.metrics()
    },
  }
}

// For each value, prom-client checks the labels, joins them to a text and looks that up, which costs several times more than the
// counting itself. So values are buffered by series, and passed on when the metrics are read or a buffer is full.

function countInBulk(counter: Counter, labelNames: readonly string[], flushes: (() => void)[]): OurCounter {
  const series = createSeries(labelNames, () => ({ buffered: 0 }))
  flushes.push(() =>
    series.each((one, values) => {
      if (one.buffered > 0) counter.inc(values, one.buffered)
      one.buffered = 0
    }),
  )
  return {
    add(values = noLabels, by = 1) {
      const one = series.find(values)
      if (one !== undefined && by >= 0) one.buffered += by
      // prom-client checks the labels and the number of the first value now, and so the series appears at once.
      else {
        counter.inc(values, by)
        series.begin(values)
      }
    },
  }
}

/** Observations of a series that are buffered. */
const maxBuffered = 128

function observeInBulk(histogram: Histogram, labelNames: readonly string[], flushes: (() => void)[]): OurHistogram {
  const series = createSeries(labelNames, () => ({ buffered: new Float64Array(maxBuffered), count: 0 }))
  const flush = (one: { buffered: Float64Array; count: number }, values: MetricLabels) => {
    for (let index = 0; index < one.count; index += 1) histogram.observe(values, one.buffered[index]!)
    one.count = 0
  }
  flushes.push(() => series.each(flush))
  return {
    observe(value, values = noLabels) {
      const one = series.find(values)
      if (one === undefined || !Number.isFinite(value)) {
        histogram.observe(values, value)
        series.begin(values)
        return
      }
      one.buffered[one.count] = value
      one.count += 1
      if (one.count === maxBuffered) flush(one, values)
    },
  }
}

const noLabels: MetricLabels = {}

/** One item for each set of label values, in nested maps, so that a lookup builds no key. */
interface Series<T> {
  find(values: MetricLabels): T | undefined
  begin(values: MetricLabels): void
  each(visit: (one: T, values: MetricLabels) => void): void
}

type Level<T> = Map<string | undefined, Level<T> | T>

function createSeries<T extends object>(names: readonly string[], make: () => T): Series<T> {
  const root: Level<T> = new Map()
  const all: { readonly one: T; readonly values: MetricLabels }[] = []
  const last = names.length === 0 ? undefined : names[names.length - 1]

  return {
    find(values) {
      let level = root
      for (let index = 0; index < names.length - 1; index += 1) {
        const next = level.get(values[names[index]!])
        if (next === undefined) return undefined
        level = next as Level<T>
      }
      return level.get(last === undefined ? undefined : values[last]) as T | undefined
    },
    begin(values) {
      let level = root
      for (const name of names.slice(0, -1)) {
        const next = (level.get(values[name]) ?? new Map()) as Level<T>
        level.set(values[name], next)
        level = next
      }
      const key = last === undefined ? undefined : values[last]
      if (level.has(key)) return
      const one = make()
      level.set(key, one)
      all.push({ one, values: { ...values } })
    },
    each(visit) {
      for (const { one, values } of all) visit(one, values)
    },
  }
}
