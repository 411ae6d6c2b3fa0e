import type { NetworkId } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { OwnTransfer } from './own-transfer.ts'

export const ways = ['x402 authorization', 'MPP authorization', 'MPP hash', 'legacy hash'] as const
export type Way = (typeof ways)[number]

/** An answer as its payer saw it. */
export interface SeenAnswer {
  readonly at: number
  readonly path: string
  /** The address that it was given to. */
  readonly client: string
  /** Given again (`Idempotent-Replay`). */
  readonly replay: boolean
  /** The body, or a digest that stands for it. */
  readonly body: string
  readonly receipt: string | null
}

export interface SeenRefusal {
  readonly at: number
  readonly status: number
  readonly code: string
}

/** One payment, everything that was asked for with it, and everything that came back. */
export interface Purchase {
  readonly number: number
  readonly way: Way
  readonly network: NetworkId
  readonly wallet: Hex
  /** Base units. */
  readonly amount: bigint
  /** The address that the payer calls from. */
  readonly client: string
  readonly headers: Readonly<Record<string, string>>
  /** Of the EIP-3009 authorization. */
  readonly nonce: Hex | null
  /** The payer's own transfer. */
  readonly transaction: OwnTransfer | null
  /** What the payer wants for it, after a path that was asked for in vain. */
  path: string
  readonly begunAt: number
  tries: number
  firstTriedAt: number | null
  answeredAt: number | null
  /** When its connection broke first, which the payer did not do. */
  cutOffAt: number | null
  state: 'open' | 'answered' | 'refused' | 'given up'
  readonly answers: SeenAnswer[]
  /** Answers to other addresses, or for other requests, that brought this payment. */
  readonly replays: SeenAnswer[]
  readonly refusals: SeenRefusal[]
  /** What happened, in the order of time, for the story of a violation. */
  readonly events: string[]
}

export function note(purchase: Purchase, text: string): void {
  if (purchase.events.length < 200) purchase.events.push(`${new Date().toISOString().slice(11, 23)} ${text}`)
}
