import { setTimeout as sleep } from 'node:timers/promises'
import type { Chain, NetworkId } from '../../src/chain/chain.ts'

/** Less than the time limit of one answer. */
const slowMs = 800

/** These chains with counted questions. Some are silent until the caller gives up, and some are always slow. */
export function watchedChains(real: ReadonlyMap<NetworkId, Chain>, silent: readonly NetworkId[] = [], slow: readonly NetworkId[] = []) {
  const asked = new Map<NetworkId, number>()
  const chains = new Map<NetworkId, Chain>()
  for (const [id, chain] of real) {
    const call: Chain['rpc']['call'] = async (method, params, options) => {
      asked.set(id, (asked.get(id) ?? 0) + 1)
      if (slow.includes(id)) await sleep(slowMs, undefined, { signal: options?.signal }).catch(() => options?.signal?.throwIfAborted())
      if (!silent.includes(id)) return chain.rpc.call(method, params, options)
      return new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error)))
    }
    chains.set(id, { ...chain, rpc: { call } })
  }
  return { chains, asked }
}
