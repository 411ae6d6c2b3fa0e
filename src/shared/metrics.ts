export type Labels = Record<string, string>

export interface Counter {
  add(labels?: Labels, by?: number): void
}
export interface Gauge {
  set(value: number, labels?: Labels): void
}
export interface Histogram {
  observe(value: number, labels?: Labels): void
}

/** Where numbers about ourselves go. Asking twice for one name gives the same instrument. */
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
