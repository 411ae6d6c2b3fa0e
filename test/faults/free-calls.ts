import type { Purchase } from './purchase.ts'

/** Free calls of both kinds. They are made such that an instance that counts alone gives too many. */
export interface FreeCallCounts {
  /** Free calls per client address and day; settings of the service. */
  readonly limits: { readonly quota: number; readonly freeCalls: number }
  readonly quotaClients: QuotaClient[]
  readonly firstCalls: FirstCalls[]
}

/** A client address that asked for more than its quota of the day. */
export interface QuotaClient {
  readonly client: string
  calls: number
  /** Answered without a payment. */
  given: number
  /** Asked to pay. */
  refused: number
  /** The connection broke or the service failed, so it is unknown whether the call was counted. */
  unclear: number
  /** Answers that no such call should get. */
  readonly strange: string[]
}

/** A wallet that sent several first payments at once. */
export interface FirstCalls {
  readonly client: string
  readonly purchases: readonly Purchase[]
}
