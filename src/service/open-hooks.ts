import type { Config } from '../config/config.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createUpstreamConnections } from '../net/upstream-connections.ts'
import { createHooks, type Hooks, type HooksParts } from '../operate/hooks/deliver-hooks.ts'
import type { Timers } from '../shared/clock.ts'
import { receiptBody } from '../surfaces/http/receipt.ts'

const timeoutMs = 15_000
/** Of the answer, which is not read for anything. */
const maxAnswerBytes = 65_536

interface OpenHooksParts extends Omit<HooksParts, 'ledger' | 'secrets' | 'send' | 'describe'> {
  readonly ledger: Ledger
  readonly timers: Timers
  readonly publicUrl: string
}

/** What tells the operator's server; null without HOOK_URL. From now on payments leave events, or leave none. */
export async function openHooks({ hookUrl, hookSecrets }: Config, { timers, publicUrl, ...parts }: OpenHooksParts): Promise<Hooks | null> {
  const { ledger } = parts
  const isOn = hookUrl !== null && hookSecrets !== null
  await ledger.keepHooks({ on: isOn })
  if (!isOn) return null
  // The operator chose the address, so it may be on a private network.
  const connections = createUpstreamConnections({ url: hookUrl, isPrivate: true, connections: 20 }, { timers })
  const { pathname, search } = new URL(hookUrl)
  return createHooks({
    ...parts,
    secrets: hookSecrets,
    send: ({ headers, body }, signal) =>
      connections.send({
        method: 'POST',
        target: pathname + search,
        headers,
        body: Buffer.from(body),
        timeoutMs,
        idleMs: timeoutMs,
        maxBytes: maxAnswerBytes,
        signal,
      }),
    async describe(payment) {
      const refund = payment.state === 'refunded' ? await ledger.refundOf(payment.id) : undefined
      return { ...receiptBody(payment, publicUrl, refund), payer: payment.payer }
    },
  })
}
