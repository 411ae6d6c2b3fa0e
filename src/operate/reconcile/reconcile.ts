import { firstBlockSince } from '../../chain/block-at-time.ts'
import { RpcRejected, RpcUnreachable, type Chain, type Chains } from '../../chain/chain.ts'
import { reconcileNetwork, type OnBlocks } from './reconcile-network.ts'
import type { ReconcileParts } from './reconcile-parts.ts'
import type { NetworkReconciliation, Reconciliation } from './reconciliation.ts'

/** What is compared. Without a network all of them are. */
export interface ReconcileInput {
  /** From a moment on, in milliseconds since the epoch; or from a block on, of one network. */
  readonly since: { readonly time: number } | { readonly block: bigint }
  /** The last block of it; the newest that is deep enough unless given. */
  readonly to?: bigint
  /** CAIP-2 id. */
  readonly network?: string | undefined
  /** Whether what is found is written. */
  readonly adopt: boolean
  readonly onBlocks?: OnBlocks
}

/**
 * Compares the ledger with the chains, one network after the other, and writes what is found where `adopt` is set. A network that does not
 * answer is named in the result; what was written of it before stays, and is right.
 * @throws Problem `ledger_unavailable`
 */
export async function reconcile(parts: ReconcileParts & { readonly chains: Chains }, input: ReconcileInput): Promise<Reconciliation> {
  const { chains } = parts
  const networks: NetworkReconciliation[] = []
  const unread: { network: string; reason: string }[] = []
  for (const chain of chains.values()) {
    const network = chain.network.id
    if (input.network !== undefined && input.network !== network) continue
    try {
      if (chain.awaited) throw new RpcUnreachable('its node has not answered yet')
      const from = await firstBlock(chain, input.since)
      const span = input.to === undefined ? { from } : { from, to: input.to }
      networks.push(await reconcileNetwork({ ...parts, chain, adopt: input.adopt }, span, input.onBlocks ?? (() => {})))
    } catch (error) {
      if (!(error instanceof RpcUnreachable || error instanceof RpcRejected)) throw error
      unread.push({ network, reason: error.message })
    }
  }
  const difference = networks.reduce((sum, { received, givenBack }) => sum + received.difference - givenBack.difference, 0n)
  return { networks, unread, difference }
}

function firstBlock(chain: Chain, since: ReconcileInput['since']): Promise<bigint> | bigint {
  return 'block' in since ? since.block : firstBlockSince(chain, BigInt(Math.floor(since.time / 1000)))
}
