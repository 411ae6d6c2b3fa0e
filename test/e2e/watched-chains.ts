import type { Chain, NetworkId } from '../../src/chain/chain.ts'

/** These chains, with the questions to each counted, and some of them silent until the asker gives up. */
export function watchedChains(real: ReadonlyMap<NetworkId, Chain>, silent: readonly NetworkId[] = []) {
  const asked = new Map<NetworkId, number>()
  const chains = new Map<NetworkId, Chain>()
  for (const [id, chain] of real) {
    const call: Chain['rpc']['call'] = (method, params, options) => {
      asked.set(id, (asked.get(id) ?? 0) + 1)
      if (!silent.includes(id)) return chain.rpc.call(method, params, options)
      return new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error)))
    }
    chains.set(id, { ...chain, rpc: { call } })
  }
  return { chains, asked }
}
