/** A fault of a 402, as a buyer would meet it. */
export interface TermsFault {
  readonly code: string
  /** Where it is, such as `accepts[0].payTo`; null for the answer as a whole. */
  readonly field: string | null
  readonly severity: 'error' | 'warning' | 'note'
  readonly detail: string
  readonly fix: string
}

/** The port `payment-terms`: reads a 402 as a buyer does. */
export interface PaymentTermsPort {
  /**
   * @param answer header names are in lower case; several values of one header are a list
   * @param now milliseconds since the epoch
   */
  read(
    answer: {
      readonly status: number
      readonly headers: ReadonlyMap<string, readonly string[]>
      readonly body: string | null
      readonly url: string
    },
    known: { readonly payees: readonly string[]; readonly now: number },
  ): {
    readonly faults: readonly TermsFault[]
    /** Base units of each offer; null where they could not be read. */
    readonly amounts: readonly (bigint | null)[]
  }
}
