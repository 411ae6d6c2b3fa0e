import type { Sourced } from '../../../src/goods/kit/http.ts'
import type { Block } from '../../../src/goods/kit/rpc.ts'
import type { TokenPool } from '../../../src/goods/kit/ports.ts'
import type { HolderShares } from './holder-shares.ts'
import type { Part } from './part.ts'
import type { ObservedContract } from './token-contract.ts'
import type { TransferTrial } from './transfer-trial.ts'

/** What was observed of a token. A part that was not observed says why. */
export interface ObservedToken {
  readonly contract: ObservedContract
  readonly holders: Part<HolderShares & { readonly since: Block | null }>
  readonly trial: Part<TransferTrial>
  readonly pools: Part<Sourced<readonly TokenPool[]>>
}
