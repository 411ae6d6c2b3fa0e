/** What the pages for the law rest on: who sells, and what the settings of this service make true. */
export interface LegalFacts {
  readonly publicUrl: string
  /** Who sells here; without a name there are no pages, since a contract needs two parties. */
  readonly operator: { readonly name: string; readonly address: string; readonly country: string }
  /** Contact URIs, the first choice first; may be empty. */
  readonly contacts: readonly string[]
  /** Payments are play money. */
  readonly playMoney: boolean
  readonly freeCallsPerDay: number
  /** Hours for which a paid answer is kept. */
  readonly answerHours: number
  /** Days after which the network addresses of callers are erased by themselves; null where the operator does it on order. */
  readonly clientAddressDays: number | null
  readonly refusesSanctionedPayers: boolean
  /** A language model of another provider answers some offers. */
  readonly asksLanguageModel: boolean
  readonly refunds: {
    /** Credits are given back by themselves. */
    readonly automatic: boolean
    /** Hours after which an unused credit is given back. */
    readonly afterHours: number
    /** Decimal dollars a day: all together, and to one payer. */
    readonly usdPerDay: string
    readonly usdPerPayerPerDay: string
  }
}

export const legalPaths = { terms: '/legal/terms', privacy: '/legal/privacy', refunds: '/legal/refunds' } as const
