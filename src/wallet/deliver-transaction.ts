import { type Chain, RpcUnreachable, type SendResult } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Clock, Timers } from '../shared/clock.ts'

/** How long somebody waits for a transaction; what is not mined by then the service may still see. */
const patienceMs = 180_000
/** A node may lose a transaction that it took, so it gets it again now and then. */
const sendAgainMs = 15_000

/** What the transaction may be known for sure not to have done. */
const refusals: Readonly<Partial<Record<SendResult, string>>> = {
  underpriced: 'the node refused the transaction: its fees are too low',
  no_gas_money: 'the node refused the transaction: the wallet can not pay for its gas',
  nonce_too_low: 'the node refused the transaction: another one of this wallet was faster',
  rejected: 'the node refused the transaction',
}

/**
 * Sends a signed transaction, always the same one, and waits until it is mined. Null when it is, or may yet be; otherwise
 * why it did not happen. Never throws: whatever a node says, the transaction may be out.
 */
export async function deliverTransaction(
  chain: Chain,
  { raw, hash }: { readonly raw: Hex; readonly hash: Hex },
  { clock, timers }: { readonly clock: Clock; readonly timers: Timers },
): Promise<string | null> {
  const giveUpAt = clock.now() + patienceMs
  const pollMs = Math.min(2_000, Math.max(250, chain.network.blockMs / 4))
  let out = false
  for (let sentAt = -Infinity; clock.now() < giveUpAt; await timers.sleep(pollMs)) {
    if (clock.now() - sentAt >= sendAgainMs) {
      sentAt = clock.now()
      const refusal = refusals[await send(chain, raw)]
      if (refusal !== undefined && !out) return refusal
      // From here on the node has it, or nobody can say that it has not.
      out = true
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
