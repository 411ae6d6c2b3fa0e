import type { NetworkId } from '../../chain/chain.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Random } from '../../shared/random.ts'
import type { PayingAccount } from '../account.ts'
import type { SendRequest } from '../send-request.ts'
import type { SpendingBook } from './spending-book.ts'
import type { Json, ToolServer } from './tool-server.ts'
import type { SpendLimits } from './words.ts'

export interface WalletSettings {
  /** The base address of the service. */
  readonly service: URL
  /** Whether calls are paid at all. If not, the caller gets the terms. */
  readonly pays: boolean
  /** Signs for real money. A sandbox lends its own wallet. */
  readonly account: PayingAccount | null
  readonly limits: SpendLimits
  /** Pay on this network only. */
  readonly network: NetworkId | null
  /** Pay even when the terms came over plain HTTP from another machine. */
  readonly insecure: boolean
}

export interface WalletParts {
  readonly server: ToolServer
  readonly book: SpendingBook
  /** For requests to the service outside MCP. */
  readonly send: SendRequest
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  /** Tells the person who runs the wallet. */
  readonly tell: (line: string) => void
  /** Asks the chain about payments that were signed today and have expired, and frees those that were never spent. */
  readonly releaseUnspent: () => Promise<void>
}

export interface ToolParams extends Json {
  readonly name: string
  readonly arguments?: Json
}
