import type { TransferMessage } from './authorization.ts'
import type { Terms } from './terms.ts'

export interface Signed {
  readonly terms: Terms
  readonly message: TransferMessage
  readonly signature: string
}

/** What signs a payment: the play wallet of a sandbox, or the visitor's own. */
export interface Wallet {
  readonly name: string
  /** Signs one of these terms. @throws Error in words for the visitor */
  sign(offered: readonly Terms[]): Promise<Signed>
}
