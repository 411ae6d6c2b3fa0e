import type { Hex } from '../../shared/bytes.ts'

/**
 * The port `books`, which the service provides: what it knows of those who pay it. It is missing where the chains that answers are read from
 * are not those that the service is paid on.
 */
export interface BooksPort {
  /** Where the service is paid. */
  readonly payTo: Hex
  /** Payments of an address to this service that have ended: the newest thousand at most. */
  payerHistory(payer: Hex): Promise<{ readonly ended: number; readonly settled: number }>
  /** The payers of payments after an id, in the order of ids, which begin with their millisecond in hex. */
  payersSince(asked: {
    readonly after: string
    readonly limit: number
  }): Promise<readonly { readonly payer: string; readonly id: string }[]>
}
