import type { Authorization } from '../../../src/chain/chain.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { OfferId } from '../service/test-offers.ts'
import type { Payer, WorldChain } from '../world/payers-and-chains.ts'

/** One payment, what it is for, and what its payer received. */
export interface Purchase {
  readonly number: number
  readonly payer: Payer
  readonly chain: WorldChain
  readonly offerId: OfferId
  readonly request: string
  /** Parameters beside the request itself. */
  readonly query: Readonly<Record<string, string>>
  readonly amount: bigint
  readonly by:
    | { readonly kind: 'authorization'; readonly authorization: Authorization; readonly identity: string }
    | { readonly kind: 'transfer'; readonly transaction: Hex; readonly proof: 'memo' | 'bare' | 'legacy'; readonly identity: string }
  readonly headers: Readonly<Record<string, string>>
  readonly idempotencyKey: string | null
  /** Answers to its own request. */
  readonly answers: SeenAnswer[]
  /** Answers to other requests for which its payer used it. */
  readonly otherAnswers: SeenAnswer[]
  readonly refusals: string[]
  readonly problems: string[]
  /** How it ended, as the payer knows. */
  end: 'answered' | 'refused' | null
  /** The payer never asks for it again. */
  gone: boolean
}

export interface SeenAnswer {
  readonly at: number
  readonly receipt: string
  readonly state: string
  readonly body: string
}
