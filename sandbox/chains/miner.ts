import type { NodeRpc } from './node-rpc.ts'

/**
 * One block per `blockMs` on each chain that has executable transactions waiting, none on an idle one.
 * The nodes themselves know only blocks at once or blocks for ever.
 */
export function startMiner(nodes: readonly NodeRpc[], blockMs: number, onError: (error: unknown) => void): () => void {
  const busy = new Set<NodeRpc>()

  async function mineWhenPending(node: NodeRpc): Promise<void> {
    if (busy.has(node)) return
    busy.add(node)
    try {
      const pool = await node.call<{ pending: string }>('txpool_status')
      if (Number(pool.pending) > 0) await node.call('evm_mine')
    } catch (error) {
      onError(error)
    } finally {
      busy.delete(node)
    }
  }

  const timer = setInterval(() => {
    for (const node of nodes) void mineWhenPending(node)
  }, blockMs)
  return () => clearInterval(timer)
}
