/** A value that a parameter of a dataset takes. */
interface DatasetValue {
  readonly id: string
  readonly title: string
  /** What it covers, where that is less than the whole dataset. */
  readonly coverage?: string
}

/** What GET /v1/data says about a dataset, besides the facts in its offer's declaration. */
export interface DatasetFacts {
  /** The sources that it asks, first choice first; unless given, those of its needs in their order. */
  readonly sources?: readonly string[]
  readonly freshness: {
    /** When newer data is fetched: `every 30 seconds`. */
    readonly renewed: string
    /** The maximum age of the data that it answers with while its sources are down; beyond it the answer is a 503. */
    readonly maxAgeHours: number
  }
  /** What the data covers and since when, in one sentence. */
  readonly coverage: string
  /** For parameters whose values come from a list of ours: the values that the enabled sources can answer. */
  values?(): Readonly<Record<string, readonly DatasetValue[]>>
}
