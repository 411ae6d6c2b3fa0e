import { type Chain, RpcUnreachable, type SendResult } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Clock, Timers } from '../shared/clock.ts'

/** Milliseconds that we wait for a transaction. The service may still find one that is mined later. */
const maxWaitMs = 180_000
/** A node may lose a transaction that it took, so we send it again at this interval. */
const sendAgainMs = 15_000

/** Answers of a node after which the transaction has certainly not been sent on. */
const refusals: Readonly<Partial<Record<SendResult, string>>> = {
  underpriced: 'the node refused the transaction: its fees are too low',
  no_gas_money: 'the node refused the transaction: the wallet cannot pay its gas',
  nonce_too_low: 'the node refused the transaction: another one of this wallet was faster',
  rejected: 'the node refused the transaction',
}

/**
 * Sends a signed transaction, always the same one, and waits until it is mined. Null when it is mined or may still be mined;
 * otherwise the reason why it failed. An unreachable node never makes it throw, since the transaction may have been sent.
 */
export async function deliverTransaction(
  chain: Chain,
  { raw, hash }: { readonly raw: Hex; readonly hash: Hex },
  { clock, timers }: { readonly clock: Clock; readonly timers: Timers },
): Promise<string | null> {
  const giveUpAt = clock.now() + maxWaitMs
  const pollMs = Math.min(2_000, Math.max(250, chain.network.blockMs / 4))
  let mayBeSent = false
  for (let sentAt = -Infinity; clock.now() < giveUpAt; await timers.sleep(pollMs)) {
    if (clock.now() - sentAt >= sendAgainMs) {
      sentAt = clock.now()
      const refusal = refusals[await send(chain, raw)]
      if (refusal !== undefined && !mayBeSent) return refusal
      // From here on the node has it, or we cannot be sure that it has not.
      mayBeSent = true
    }
    const status = await minedStatus(chain, hash)
    if (status !== null) return status === 'success' ? null : 'the transaction was reverted'
  }
  return null
}

async function send(chain: Chain, raw: Hex): Promise<SendResult> {
  try {
    return await chain.send(raw)
  } catch (error) {
    if (error instanceof RpcUnreachable) return 'already_known'
    throw error
  }
}

async function minedStatus(chain: Chain, hash: Hex): Promise<'success' | 'reverted' | null> {
  try {
    return (await chain.receipt(hash))?.status ?? null
  } catch (error) {
    if (error instanceof RpcUnreachable) return null
    throw error
  }
}
