import type { NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { createOrderedRuns } from '../../src/shared/ordered-runs.ts'

/** A local chain whose blocks are made here, one at a time, so that it can be reorganised between two blocks. */
export interface MinedChain {
  /** Replaces the newest blocks by empty ones. Their transactions are then in no block and no pool. */
  reorganise(depth: number): Promise<void>
  /** Makes blocks immediately, even empty ones. */
  mine(blocks: number): Promise<void>
  /** Runs a task while no block is made. */
  alone<T>(task: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** Makes a block every `blockMs` while transactions are pending. A node breaks when it is reorganised while it makes a block, so each waits for the other. */
export function mineChain(node: NodeRpc, blockMs: number): MinedChain {
  const runInOrder = createOrderedRuns()
  const alone = <T>(task: () => Promise<T>) => runInOrder('chain', task)
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    alone(async () => {
      const pool = await node.call<{ pending: string }>('txpool_status')
      if (Number(pool.pending) > 0) await node.call('evm_mine')
    })
      // The node is busy or about to stop; the next interval tries again.
      .catch(() => {})
      .finally(() => (busy = false))
  }, blockMs)
  return {
    alone,
    reorganise: (depth) =>
      alone(async () => {
        await node.call('anvil_reorg', depth, [])
        // The node has set its clock back to that of the older block, and would leave it there.
        await node.call('evm_setTime', Math.floor(Date.now() / 1000))
      }),
    mine: (blocks) =>
      alone(async () => {
        for (let block = 0; block < blocks; block += 1) await node.call('evm_mine')
      }),
    stop: () => {
      clearInterval(timer)
      return alone(async () => {})
    },
  }
}
