import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Counter as OurCounter, Gauge as OurGauge, Histogram as OurHistogram, Labels, Metrics } from '../shared/metrics.ts'

export interface MetricsRegistry {
  readonly metrics: Metrics
  readonly contentType: string
  /** Everything measured so far, in the Prometheus text format. */
  text(): Promise<string>
}

export interface MetricsOptions {
  /** Measure the process itself too: memory, CPU, event loop. */
  readonly process?: boolean
  /** On everything that is measured here, to tell it from the same of others. */
  readonly labels?: Labels
}

interface Instruments {
  readonly counter: OurCounter
  readonly gauge: OurGauge
  readonly histogram: OurHistogram
}

/** Instruments in a registry of their own, so that two services can live in one process. */
export function createMetrics({ process = false, labels = {} }: MetricsOptions = {}): MetricsRegistry {
  const registry = new Registry()
  registry.setDefaultLabels(labels)
  if (process) collectDefaultMetrics({ register: registry })
  const known = new Map<string, { readonly kind: keyof Instruments; readonly instrument: Instruments[keyof Instruments] }>()
  /** Hand on what instruments have in hand. */
  const handOver: (() => void)[] = []

  /** Asking twice for one name gives the same instrument; asking for another kind under its name is a mistake of ours. */
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
        return countInBulk(counter, labelNames, handOver)
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
        return observeInBulk(histogram, labelNames, handOver)
      }),
  }
  return {
    metrics,
    contentType: registry.contentType,
    text() {
      for (const now of handOver) now()
      return registry.metrics()
    },
  }
}

// prom-client checks the labels, makes a text of them and looks for it, each time: several times what all else of counting costs.
// So what is counted often waits in hand, by series, and goes there when somebody asks, or when there is much of it.

function countInBulk(counter: Counter, labelNames: readonly string[], handOver: (() => void)[]): OurCounter {
  const series = createSeries(labelNames, () => ({ inHand: 0 }))
  handOver.push(() =>
    series.each((one, values) => {
      if (one.inHand > 0) counter.inc(values, one.inHand)
      one.inHand = 0
    }),
  )
  return {
    add(values = noLabels, by = 1) {
      const one = series.find(values)
      if (one !== undefined && by >= 0) one.inHand += by
      // What is wrong with these labels or this number is said now, as is that there is such a series.
      else {
        counter.inc(values, by)
        series.begin(values)
      }
    },
  }
}

/** So many observations of a series wait at most. */
const mostInHand = 128

function observeInBulk(histogram: Histogram, labelNames: readonly string[], handOver: (() => void)[]): OurHistogram {
  const series = createSeries(labelNames, () => ({ inHand: new Float64Array(mostInHand), count: 0 }))
  const handOn = (one: { inHand: Float64Array; count: number }, values: Labels) => {
    for (let index = 0; index < one.count; index += 1) histogram.observe(values, one.inHand[index]!)
    one.count = 0
  }
  handOver.push(() => series.each(handOn))
  return {
    observe(value, values = noLabels) {
      const one = series.find(values)
      if (one === undefined || !Number.isFinite(value)) {
        histogram.observe(values, value)
        series.begin(values)
        return
      }
      one.inHand[one.count] = value
      one.count += 1
      if (one.count === mostInHand) handOn(one, values)
    },
  }
}

const noLabels: Labels = {}

/** Something for each set of label values, in maps of maps: each value is looked up as it is. */
interface Series<T> {
  find(values: Labels): T | undefined
  begin(values: Labels): void
  each(visit: (one: T, values: Labels) => void): void
}

type Level<T> = Map<string | undefined, Level<T> | T>

function createSeries<T extends object>(names: readonly string[], make: () => T): Series<T> {
  const root: Level<T> = new Map()
  const all: { readonly one: T; readonly values: Labels }[] = []
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
