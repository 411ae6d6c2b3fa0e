export type MetricLabels = Record<string, string>

export interface Counter {
  add(labels?: MetricLabels, by?: number): void
}
export interface Gauge {
  set(value: number, labels?: MetricLabels): void
}
export interface Histogram {
  observe(value: number, labels?: MetricLabels): void
}

/** Metrics of the service. Asking twice for one name returns the same instrument. */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): Counter
  gauge(name: string, help: string, labels?: readonly string[]): Gauge
  histogram(name: string, help: string, labels?: readonly string[], buckets?: readonly number[]): Histogram
}

const nothing = { add() {}, set() {}, observe() {} }

export const silentMetrics: Metrics = {
  counter: () => nothing,
  gauge: () => nothing,
  histogram: () => nothing,
}
