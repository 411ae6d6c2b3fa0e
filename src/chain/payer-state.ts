import type { Clock, Timers } from '../shared/clock.ts'
import type { Hex } from '../shared/bytes.ts'
import { addressDigits, boolAnswer, hexAnswer, selectors, uintAnswer } from './abi.ts'
import { type Block, type Chain, type Network, type PayerState, type Rpc, RpcRejected } from './chain.ts'
import { asUnreachable } from './node-errors.ts'
import { quantity, readBlock } from './node-answers.ts'

/** Maximum age of the head that a payer's state is read at. */
const headMs = 200
/** How long to wait for a node that does not have the block yet. */
const lagMs = 250

/**
 * Makes `Chain.payerState`: three reads at one block, in one batch. Callers within 200 ms share the block; `fresh`
 * asks for the head again.
 */
export function createPayerState({
  network,
  rpc,
  clock,
  timers,
}: {
  network: Network
  rpc: Rpc
  clock: Clock
  timers: Timers
}): Chain['payerState'] {
  let head: { readonly block: Promise<Block>; readonly askedAt: number } | null = null

  function headBlock(fresh: boolean): Promise<Block> {
    const now = clock.now()
    if (!fresh && head !== null && now - head.askedAt <= headMs && now >= head.askedAt) return head.block
    // The block itself and not only its number, since the chain judges authorizations by its time.
    const block = rpc.call('eth_getBlockByNumber', ['latest', false]).then(readBlock)
    const asked = { block, askedAt: now }
    head = asked
    // Later callers do not share a failure.
    block.catch(() => {
      if (head === asked) head = null
    })
    return block
  }

  async function readAt({ number, timestamp }: Block, payer: Hex, nonce: Hex): Promise<PayerState> {
    const at = quantity(number)
    const call = (data: string) => rpc.call('eth_call', [{ to: network.asset, data }, at])
    const [balance, used, code] = await Promise.all([
      call(selectors.balanceOf + addressDigits(payer)),
      call(selectors.authorizationState + addressDigits(payer) + nonce.slice(2)),
      rpc.call('eth_getCode', [payer, at]),
    ])
    return {
      block: number,
      timestamp,
      balance: uintAnswer(balance, 'balanceOf()'),
      authorizationUsed: boolAnswer(used, 'authorizationState()'),
      code: hexAnswer(code, 'eth_getCode'),
    }
  }

  return async (payer, nonce, { fresh = false } = {}) => {
    try {
      const block = await headBlock(fresh)
      try {
        return await readAt(block, payer, nonce)
      } catch (error) {
        if (!(error instanceof RpcRejected)) throw error
        // Another node behind the same address named this block, and this one is a little behind.
        await timers.sleep(lagMs)
        return await readAt(block, payer, nonce)
      }
    } catch (error) {
      throw asUnreachable(error)
    }
  }
}
