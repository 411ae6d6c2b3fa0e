import type { Payment } from '../../ledger/payments/payment.ts'
import type { CallParts } from './call-parts.ts'
import type { Claimed, Identified } from './call-states.ts'

/** The step is done, and the next one takes this state. */
export interface Next<State> {
  readonly kind: 'next'
  readonly state: State
}

/** The ledger holds the payment already: the call gets what the payment bought. */
export interface Known {
  readonly kind: 'known'
  readonly state: {
    readonly call: Identified
    readonly payment: Payment
    /** The call brought a proof that it is the payer's: more than the public signature. */
    readonly proven?: boolean
  }
}

/** The payment was settled before its work, and the work may begin. */
export interface Redeem {
  readonly kind: 'redeem'
  readonly state: Claimed
}

/** One step of a paid call. `Exit` says how it may leave the sequence: mostly `Refused`, the form of every no. */
export type Step<From, To, Exit> = (state: From, parts: CallParts) => Next<To> | Exit | Promise<Next<To> | Exit>

export type Sequence<From, To, Exit> = (state: From, parts: CallParts) => Promise<Next<To> | Exit>

export function next<State>(state: State): Next<State> {
  return { kind: 'next', state }
}

export function known(call: Identified, payment: Payment, { proven = false } = {}): Known {
  return { kind: 'known', state: { call, payment, proven } }
}

export function redeem({ offerCall, input, payment }: Claimed): Redeem {
  return { kind: 'redeem', state: { offerCall, input, payment } }
}

type AnyStep = Step<unknown, unknown, { readonly kind: string }>

/** Runs the steps in order, each on the state that the one before it made, until one leaves the sequence. */
export function sequence<A, B, C, X>(first: Step<A, B, X>, second: Step<B, C, X>): Sequence<A, C, X>
export function sequence<A, B, C, D, X>(first: Step<A, B, X>, second: Step<B, C, X>, third: Step<C, D, X>): Sequence<A, D, X>
export function sequence<A, B, C, D, E, X>(
  first: Step<A, B, X>,
  second: Step<B, C, X>,
  third: Step<C, D, X>,
  fourth: Step<D, E, X>,
): Sequence<A, E, X>
export function sequence<A, B, C, D, E, F, X>(
  first: Step<A, B, X>,
  second: Step<B, C, X>,
  third: Step<C, D, X>,
  fourth: Step<D, E, X>,
  fifth: Step<E, F, X>,
): Sequence<A, F, X>
export function sequence<A, B, C, D, E, F, G, X>(
  first: Step<A, B, X>,
  second: Step<B, C, X>,
  third: Step<C, D, X>,
  fourth: Step<D, E, X>,
  fifth: Step<E, F, X>,
  sixth: Step<F, G, X>,
): Sequence<A, G, X>
export function sequence(...steps: AnyStep[]): Sequence<unknown, unknown, unknown> {
  return async (start, parts) => {
    let reached = next(start)
    for (const step of steps) {
      const result = await step(reached.state, parts)
      if (result.kind !== 'next') return result
      reached = result as Next<unknown>
    }
    return reached
  }
}
