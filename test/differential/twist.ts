import type fc from 'fast-check'
import type { Hex } from '../../src/shared/bytes.ts'
import type { Draft, Payer } from './draft.ts'
import type { Verdict } from './side.ts'

/** Parts of a payment. Two twists go together when they touch different ones. */
export type Part = 'amount' | 'recipient' | 'payer' | 'window' | 'nonce' | 'signature' | 'domain' | 'terms' | 'shape' | 'encoding'

/** What a twist may use of the world in which the payment is made. */
export interface Scene {
  /** Unix seconds. */
  now(): number
  /** An account with money whose authorizations of these nonces are used or cancelled already. */
  readonly spent: Payer & { readonly used: readonly Hex[]; readonly cancelled: readonly Hex[] }
  /** Accounts by what is special about them. */
  readonly payers: Readonly<Record<string, Payer>>
  /** Key of somebody whose signature is worth nothing here. */
  readonly stranger: Hex
  /** A factory of wallets, and what it is called with to deploy the one that is not there yet. */
  readonly deployment: { readonly factory: Hex; readonly calldata: Hex }
}

export type Change = (draft: Draft, scene: Scene) => void

export interface TwistOptions {
  /** Versions of the protocol in which it is tried; default both. */
  readonly versions?: readonly (1 | 2)[]
  /** Valid or not, the token does not let the money go. */
  readonly uncollectable?: true
  /** Asked of the official facilitator that may deploy wallets through the scene's factory. */
  readonly deploying?: true
  /** Its payer is another one after a payment. */
  readonly once?: true
}

/** One thing in which a payment differs from the plain valid one; it may be harmless. */
export interface Twist extends TwistOptions {
  /** In words; a row of `differences.ts` goes by it. */
  readonly name: string
  readonly touches: readonly Part[]
  readonly versions: readonly (1 | 2)[]
  /** What both sides say; null where they differ, which `differences.ts` tells then. */
  readonly agreed: Verdict | null
  /** The ways in which it can be done. */
  readonly ways: fc.Arbitrary<Change>
}

export function twist(
  name: string,
  touches: Part | readonly Part[],
  agreed: Verdict | null,
  ways: fc.Arbitrary<Change>,
  options: TwistOptions = {},
): Twist {
  return {
    name,
    touches: typeof touches === 'string' ? [touches] : touches,
    agreed,
    ways,
    ...options,
    versions: options.versions ?? [1, 2],
  }
}
