import type fc from 'fast-check'
import type { Hex } from '../../src/shared/bytes.ts'
import type { Draft, Payer } from './draft.ts'
import type { Verdict } from './side.ts'

/** Parts of a payment. Two mutations can be combined when they touch different ones. */
export type Part = 'amount' | 'recipient' | 'payer' | 'window' | 'nonce' | 'signature' | 'domain' | 'terms' | 'shape' | 'encoding'

/** What a mutation may use to change a payment. */
export interface MutationContext {
  /** Unix seconds. */
  now(): number
  /** An account with money, and nonces of its authorizations that were already used or cancelled. */
  readonly spent: Payer & { readonly used: readonly Hex[]; readonly cancelled: readonly Hex[] }
  /** Special accounts by name. */
  readonly payers: Readonly<Record<string, Payer>>
  /** Key of an unrelated account, whose signature is not valid here. */
  readonly stranger: Hex
  /** A wallet factory, and the calldata that deploys the wallet that is not deployed yet. */
  readonly deployment: { readonly factory: Hex; readonly calldata: Hex }
}

export type Change = (draft: Draft, context: MutationContext) => void

export interface MutationOptions {
  /** Protocol versions in which it is tried; default: both. */
  readonly versions?: readonly (1 | 2)[]
  /** The token refuses the transfer, even if the payment is valid. */
  readonly uncollectable?: true
  /** Judged by the official facilitator that may deploy wallets through the factory of the context. */
  readonly deploying?: true
  /** A payment changes its payer, so it can be tried only once. */
  readonly once?: true
}

/** One thing in which a payment differs from a plain valid one. It may be harmless. */
export interface Mutation extends MutationOptions {
  /** In words; a row of `differences.ts` goes by it. */
  readonly name: string
  readonly touches: readonly Part[]
  readonly versions: readonly (1 | 2)[]
  /** What both sides say; null where they differ, which `differences.ts` tells then. */
  readonly agreed: Verdict | null
  /** The ways in which it can be done. */
  readonly ways: fc.Arbitrary<Change>
}

export function mutation(
  name: string,
  touches: Part | readonly Part[],
  agreed: Verdict | null,
  ways: fc.Arbitrary<Change>,
  options: MutationOptions = {},
): Mutation {
  return {
    name,
    touches: typeof touches === 'string' ? [touches] : touches,
    agreed,
    ways,
    ...options,
    versions: options.versions ?? [1, 2],
  }
}
