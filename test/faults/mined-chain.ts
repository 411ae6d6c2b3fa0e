import type { NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { createSerial } from '../../src/settler/serial.ts'

/** A local chain whose blocks are made here, one at a time, so that it can be reorganised between two of them. */
export interface MinedChain {
  /** Replaces the newest blocks by empty ones; what they held is on no chain, and in no pool, any more. */
  reorganise(depth: number): Promise<void>
  /** Makes blocks at once, empty ones too. */
  mine(blocks: number): Promise<void>
  /** Runs with no block being made. */
  alone<T>(task: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** A block per `blockMs` while transactions are pending. A node that is reorganised while it makes a block breaks, so one waits for the other. */
export function mineChain(node: NodeRpc, blockMs: number): MinedChain {
  const alone = createSerial()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    alone(async () => {
      const pool = await node.call<{ pending: string }>('txpool_status')
      if (Number(pool.pending) > 0) await node.call('evm_mine')
    })
      // The node is busy, or about to stop; the next turn tries again.
      .catch(() => {})
      .finally(() => (busy = false))
  }, blockMs)
  return {
    alone,
    reorganise: (depth) =>
      alone(async () => {
        await node.call('anvil_reorg', depth, [])
        // The node has put its clock back to the block that it went back to, and would leave it there.
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
