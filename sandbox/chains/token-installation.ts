import type { Network } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { NodeCall } from './node-rpc.ts'

/** How to install a token and how to make an account its minter: by writing code and storage, because its owner has no key here. */
export interface TokenInstallation {
  /** Code and storage, in any order. */
  place(usdc: Hex): NodeCall[]
  /** Calls of the token afterwards, in this order. */
  initialize(domain: Network['domain']): Hex[]
  grantMinter(usdc: Hex, minter: Hex): NodeCall[]
  /** Lets `spender` move this much of `owner`'s tokens, as if the owner had approved it; base units. */
  grantAllowance(usdc: Hex, owner: Hex, spender: Hex, units: bigint): NodeCall
}
