import type { Authorization } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { Good } from './goods.ts'
import type { Payer, WorldChain } from './inhabitants.ts'

/** One payment, what it is for, and what its payer was told. */
export interface Purchase {
  readonly number: number
  readonly payer: Payer
  readonly chain: WorldChain
  readonly good: Good
  readonly request: string
  readonly amount: bigint
  readonly by:
    | { readonly kind: 'authorization'; readonly authorization: Authorization; readonly identity: string }
    | { readonly kind: 'transfer'; readonly transaction: Hex; readonly proof: 'memo' | 'bare' | 'legacy'; readonly identity: string }
  readonly headers: Readonly<Record<string, string>>
  readonly idempotencyKey: string | null
  /** To its request. */
  readonly answers: SeenAnswer[]
  /** To other requests that its payer used it for. */
  readonly otherAnswers: SeenAnswer[]
  readonly refusals: string[]
  readonly problems: string[]
  /** The payer knows how it ended. */
  end: 'answered' | 'refused' | null
  /** The payer does not come back for it. */
  gone: boolean
}

export interface SeenAnswer {
  readonly at: number
  readonly receipt: string
  readonly state: string
  readonly body: string
}
