import type { Hex } from '../../shared/bytes.ts'

/** `timeout`: no answer in time. `unreachable`: it refused, or its answer could not be read. `wrong_signature`: not of the account's key. */
export type SignerFailure = 'timeout' | 'unreachable' | 'wrong_signature'

const words: Readonly<Record<SignerFailure, string>> = {
  timeout: 'did not sign in time',
  unreachable: 'did not sign: it cannot be reached, or it refused',
  wrong_signature: 'signed with another key than that of the account',
}

/** A remote signer gave no signature that can be used. Nothing was stored or sent, and the next attempt may succeed. */
export class SignerFailed extends Error {
  override readonly name = 'SignerFailed'
  readonly failure: SignerFailure

  constructor(failure: SignerFailure, service: string, address: Hex, options?: ErrorOptions) {
    super(`${service} ${words[failure]} (account ${address})`, options)
    this.failure = failure
  }
}

/** The service that keeps keys has none of this account. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing'
}
