import type { Clock, Timers } from '../shared/clock.ts'
import type { Hex } from '../shared/bytes.ts'
import { addressDigits, boolAnswer, hexAnswer, selectors, uintAnswer } from './abi.ts'
import { type Chain, type Network, type PayerState, type Rpc, RpcRejected } from './chain.ts'
import { asUnreachable } from './node-errors.ts'
import { quantity, readHeight } from './node-answers.ts'

/** Maximum age of the head number that a payer's state is read at. */
const headMs = 200
/** How long to wait for a node that does not have the block yet. */
const lagMs = 250

/**
 * Makes `Chain.payerState`: three reads at one block, in one batch. Callers within 200 ms share the block number; `fresh`
 * asks for it again.
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
  let head: { readonly number: Promise<bigint>; readonly askedAt: number } | null = null

  function headNumber(fresh: boolean): Promise<bigint> {
    const now = clock.now()
    if (!fresh && head !== null && now - head.askedAt <= headMs && now >= head.askedAt) return head.number
    const number = rpc.call('eth_blockNumber', []).then((answer) => readHeight(answer))
    const asked = { number, askedAt: now }
    head = asked
    // Later callers do not share a failure.
    number.catch(() => {
      if (head === asked) head = null
    })
    return number
  }

  async function readAt(block: bigint, payer: Hex, nonce: Hex): Promise<PayerState> {
    const at = quantity(block)
    const call = (data: string) => rpc.call('eth_call', [{ to: network.asset, data }, at])
    const [balance, used, code] = await Promise.all([
      call(selectors.balanceOf + addressDigits(payer)),
      call(selectors.authorizationState + addressDigits(payer) + nonce.slice(2)),
      rpc.call('eth_getCode', [payer, at]),
    ])
    return {
      block,
      balance: uintAnswer(balance, 'balanceOf()'),
      authorizationUsed: boolAnswer(used, 'authorizationState()'),
      code: hexAnswer(code, 'eth_getCode'),
    }
  }

  return async (payer, nonce, { fresh = false } = {}) => {
    try {
      const block = await headNumber(fresh)
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
