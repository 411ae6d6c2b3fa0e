import type { AnyOffer } from '../offers/offer.ts'
import type { CredentialReading, HeaderReader } from '../payments/wire/protocol.ts'
import type { CallSource } from '../shared/call-count.ts'
import type { PreparedInput } from './input/prepared-input.ts'

/** What every surface asks of the gate: may this caller have this offer, with this input, given this credential? */
export interface OfferCall {
  readonly offer: AnyOffer
  readonly input: PreparedInput
  readonly credential: CredentialReading
  /** When the request came, in milliseconds since the epoch: what the caller waits for is counted from here. */
  readonly arrivedAt: number
  /** Key of the client's address, see `client-address.ts`. */
  readonly client: string
  /** The caller's Idempotency-Key, already checked for form. */
  readonly idempotencyKey: string | null
  /** Who asks, and from where, for the counts; unknown where absent. */
  readonly source?: CallSource
  /** Of the request; absent where the call came without one of its own. */
  readonly headers?: HeaderReader
}
