import type { Config } from '../config/config.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createMailTransport } from '../net/mail/mail-transport.ts'
import { createUpstreamConnections } from '../net/upstream-connections.ts'
import { createHooks, type Hooks, type HooksParts } from '../operate/hooks/deliver-hooks.ts'

import type { Timers } from '../shared/clock.ts'
import type { SendMail } from '../shared/mail.ts'
import { receiptBody } from '../surfaces/http/receipt.ts'

const timeoutMs = 15_000
/** Of the answer, which is not read for anything. */
const maxAnswerBytes = 65_536

interface OpenHooksParts extends Omit<HooksParts, 'ledger' | 'server' | 'describe'> {
  readonly ledger: Ledger
  readonly timers: Timers
  readonly publicUrl: string
}

/** What tells the operator and the operator's server; null without HOOK_URL and SMTP_URL. From now on payments leave events, or leave none. */
export async function openHooks(config: Config, { timers, publicUrl, ...parts }: OpenHooksParts): Promise<Hooks | null> {
  const { ledger } = parts
  const server = serverOf(config, timers)
  await ledger.keepHooks({ on: server !== null })
  if (server === null && parts.mail === null) return null
  return createHooks({
    ...parts,
    server,
    async describe(payment) {
      const refund = payment.state === 'refunded' ? await ledger.refundOf(payment.id) : undefined
      return { ...receiptBody(payment, publicUrl, refund), payer: payment.payer }
    },
  })
}

function serverOf({ hookUrl, hookSecrets }: Config, timers: Timers): HooksParts['server'] {
  if (hookUrl === null || hookSecrets === null) return null
  // The operator chose the address, so it may be on a private network.
  const connections = createUpstreamConnections({ url: hookUrl, isPrivate: true, connections: 20 }, { timers })
  const { pathname, search } = new URL(hookUrl)
  return {
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
  }
}

/** Sends mails to the operator; null without SMTP_URL. */
export function openMail({ mailServer, mailFrom, mailTo }: Config, timers: Timers): SendMail | null {
  if (mailServer === null || mailFrom === null || mailTo === null) return null
  return createMailTransport({ server: mailServer, from: mailFrom, to: mailTo, timers })
}
