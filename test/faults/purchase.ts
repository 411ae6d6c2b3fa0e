import type { NetworkId } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { OwnTransfer } from './own-transfer.ts'

export const ways = ['x402 authorization', 'MPP authorization', 'MPP hash', 'legacy hash'] as const
export type Way = (typeof ways)[number]

/** An answer as its payer saw it. */
export interface SeenAnswer {
  readonly at: number
  readonly path: string
  /** The client address that received it. */
  readonly client: string
  /** A stored answer (`Idempotent-Replay`). */
  readonly replay: boolean
  /** The body or its digest. */
  readonly body: string
  readonly receipt: string | null
}

export interface SeenRefusal {
  readonly at: number
  readonly status: number
  readonly code: string
}

/** One payment, with every request made with it and every reply. */
export interface Purchase {
  readonly number: number
  readonly way: Way
  readonly network: NetworkId
  readonly wallet: Hex
  /** Base units. */
  readonly amount: bigint
  /** Client address of the payer's calls. */
  readonly client: string
  readonly headers: Readonly<Record<string, string>>
  /** Nonce of the EIP-3009 authorization. */
  readonly nonce: Hex | null
  /** The payer's own transfer. */
  readonly transaction: OwnTransfer | null
  /** The requested path; another one after the first path has failed. */
  path: string
  readonly begunAt: number
  tries: number
  firstTriedAt: number | null
  answeredAt: number | null
  /** When its connection first broke without the payer closing it. */
  cutOffAt: number | null
  state: 'open' | 'answered' | 'refused' | 'given up'
  readonly answers: SeenAnswer[]
  /** Answers that this payment got at other addresses or for other requests. */
  readonly replays: SeenAnswer[]
  readonly refusals: SeenRefusal[]
  /** What happened, in order of time, to describe a violation. */
  readonly events: string[]
}

export function note(purchase: Purchase, text: string): void {
  if (purchase.events.length < 200) purchase.events.push(`${new Date().toISOString().slice(11, 23)} ${text}`)
}
