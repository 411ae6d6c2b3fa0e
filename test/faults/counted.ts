import type { Purchase } from './purchase.ts'

/** Free calls of both kinds, made so that any instance that counts for itself gives too many. */
export interface Counted {
  /** What a client address has a day; settings of the service. */
  readonly limits: { readonly quota: number; readonly freeCalls: number }
  readonly quotaClients: QuotaClient[]
  readonly debuts: Debut[]
}

/** A client address that asked for more than its quota of the day. */
export interface QuotaClient {
  readonly client: string
  calls: number
  /** Answered without a payment. */
  given: number
  /** Asked to pay. */
  refused: number
  /** The connection broke or the service failed: whether it was counted can't be known here. */
  unclear: number
  /** Answers that none of these calls should have. */
  readonly strange: string[]
}

/** A wallet that sent several first payments at once. */
export interface Debut {
  readonly client: string
  readonly purchases: readonly Purchase[]
}
