import type { Hex } from '../../src/shared/bytes.ts'
import type { NodeCall } from './node-rpc.ts'

/** How a token is put in place, and how an account is made a minter of it: by code and storage, since no key owns it here. */
export interface TokenInstallation {
  /** Code and storage, in any order. */
  place(usdc: Hex): NodeCall[]
  /** Calldata that the token gets afterwards, in this order. */
  initialize(): Hex[]
  grantMinter(usdc: Hex, minter: Hex): NodeCall[]
  /** What `spender` may move of `owner`'s, as if the owner had approved it; base units. */
  grantAllowance(usdc: Hex, owner: Hex, spender: Hex, units: bigint): NodeCall
}
