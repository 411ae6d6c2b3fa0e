import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, type Metric } from 'prom-client'
import type { Labels, Metrics } from '../shared/metrics.ts'

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

/** Instruments in a registry of their own, so that two services can live in one process. */
export function createMetrics({ process = false, labels = {} }: MetricsOptions = {}): MetricsRegistry {
  const registry = new Registry()
  registry.setDefaultLabels(labels)
  if (process) collectDefaultMetrics({ register: registry })
  const known = new Map<string, Metric>()

  /** Asking twice for one name gives the same instrument; asking for another kind under its name is a mistake of ours. */
  function once<Instrument extends Metric>(name: string, kind: new (...input: never[]) => Instrument, make: () => Instrument): Instrument {
    const existing = known.get(name)
    if (existing === undefined) {
      const made = make()
      known.set(name, made)
      return made
    }
    if (!(existing instanceof kind)) throw new TypeError(`the metric ${name} is of another kind`)
    return existing
  }

  const metrics: Metrics = {
    counter(name, help, labels = []) {
      const counter = once(name, Counter, () => new Counter({ name, help, labelNames: [...labels], registers: [registry] }))
      return { add: (values = {}, by = 1) => counter.inc(values, by) }
    },
    gauge(name, help, labels = []) {
      const gauge = once(name, Gauge, () => new Gauge({ name, help, labelNames: [...labels], registers: [registry] }))
      return { set: (value, values = {}) => gauge.set(values, value) }
    },
    histogram(name, help, labels = [], buckets) {
      const histogram = once(
        name,
        Histogram,
        () =>
          new Histogram({
            name,
            help,
            labelNames: [...labels],
            registers: [registry],
            ...(buckets === undefined ? {} : { buckets: [...buckets] }),
          }),
      )
      return { observe: (value, values = {}) => histogram.observe(values, value) }
    },
  }
  return { metrics, contentType: registry.contentType, text: () => registry.metrics() }
}
