import { addressDigits, boolAnswer, selectors } from '../../chain/abi.ts'
import type { NetworkId, Rpc } from '../../chain/chain.ts'
import { findNetwork } from '../../chain/networks.ts'
import { createRpc } from '../../chain/rpc/create-rpc.ts'
import { unixSeconds, type Clock, type Timers } from '../../shared/clock.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import type { Expired, MoneyWorld, SpendingBook } from './spending-book.ts'

/** Seconds after its expiry, from which on no chain mines an authorization, even with clock skew and reorganisations. */
const marginSeconds = 120n

interface ReleaseParts {
  readonly book: SpendingBook
  readonly clock: Clock
  readonly timers: Timers
}

/**
 * Frees payments that were signed today and can never be spent: they have expired, by the chain's clock too, and the token says
 * that their nonce was not used. Where there is no node, or it does not answer, everything stays counted.
 */
export async function releaseUnspent(world: MoneyWorld, rpcUrls: ReadonlyMap<string, string>, parts: ReleaseParts): Promise<void> {
  const { book, clock } = parts
  const before = BigInt(unixSeconds(clock)) - marginSeconds
  const byNetwork = Map.groupBy(book.expired(world, before, clock.now()), ({ network }) => network)
  for (const [network, purchases] of byNetwork) {
    const url = rpcUrls.get(network)
    if (url === undefined) continue
    const rpc = createRpc({ ...parts, urls: [url], log: silentLog, metrics: silentMetrics, timeoutMs: 5_000 })
    try {
      for (const id of await unspent(rpc, network, purchases, before)) book.release(id, clock.now())
    } catch {
      // A node that can't be asked frees nothing.
    } finally {
      await rpc.close()
    }
  }
}

/** The ids of the purchases that were never spent, on a chain whose time is past their expiry. */
async function unspent(rpc: Rpc, network: NetworkId, purchases: readonly Expired[], before: bigint): Promise<string[]> {
  const asset = findNetwork(network)?.asset
  const chainId = await rpc.call<string>('eth_chainId', [])
  const block = await rpc.call<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])
  if (asset === undefined || `eip155:${BigInt(chainId)}` !== network || BigInt(block.timestamp) < before) return []
  const used = await Promise.all(
    purchases.map(async ({ payer, nonce }) => {
      const data = selectors.authorizationState + addressDigits(payer) + nonce.slice(2)
      return boolAnswer(await rpc.call('eth_call', [{ to: asset, data }, 'latest']), 'authorizationState()')
    }),
  )
  return purchases.filter((_, index) => !used[index]).map(({ id }) => id)
}
