/** What the process that took a payment remembers of its call, where the ledger has lost it. No chain knows any of it. */
export interface RememberedCall {
  /** Receipt id. */
  readonly id: string
  readonly offerId: string
  /** Client address key. */
  readonly client: string
  /** Keys of the call, scoped to its payer. */
  readonly keys: readonly string[]
  /** When it was claimed, in milliseconds since the epoch. */
  readonly at: number
}
