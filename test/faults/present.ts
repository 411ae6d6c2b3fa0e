import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeIn, type EntryPoint } from './entry-point.ts'
import type { FaultyChain } from './faulty-world.ts'
import { resendOwnTransfer } from './own-transfer.ts'
import { note, type Purchase, type SeenAnswer } from './purchase.ts'

export type Reply =
  | { readonly kind: 'answer'; readonly answer: SeenAnswer; readonly by: string }
  /** The service refuses, and a retry would change nothing. */
  | { readonly kind: 'refusal'; readonly status: number; readonly code: string; readonly by: string }
  /** The service says when to try again. */
  | { readonly kind: 'later'; readonly status: number; readonly code: string; readonly afterMs: number; readonly by: string }
  /** The connection broke, or the payer left. */
  | { readonly kind: 'lost'; readonly cause: string; readonly left: boolean; readonly by: string }

/** A payer waits no longer than this, whatever Retry-After says, so that the load stays high. */
const maxWaitMs = 3_000

/** Sends one request with this payment. `leaveAfterMs`: the payer closes the connection after this time. */
export async function present(
  entryPoint: EntryPoint,
  purchase: Purchase,
  as: { readonly path?: string; readonly client?: string; readonly leaveAfterMs?: number } = {},
): Promise<Reply> {
  const { path = purchase.path, client = purchase.client, leaveAfterMs } = as
  const exchange = await entryPoint.ask(path, { ...purchase.headers, 'X-Forwarded-For': client }, leaveAfterMs)
  if (exchange.kind === 'lost') return exchange
  const { status, headers, text, by } = exchange
  if (status === 200) return { kind: 'answer', answer: seen({ path, client }, headers, text), by }
  const code = codeIn(text)
  const wait = Number(headers.get('retry-after') ?? 'NaN')
  const retry = status >= 500 || (!Number.isNaN(wait) && code !== 'payer_barred')
  return retry
    ? { kind: 'later', status, code, afterMs: Math.min(maxWaitMs, (wait || 1) * 1000), by }
    : { kind: 'refusal', status, code, by }
}

function seen(as: Pick<SeenAnswer, 'path' | 'client'>, headers: Headers, text: string): SeenAnswer {
  return {
    ...as,
    at: Date.now(),
    replay: headers.get('idempotent-replay') === 'true',
    body: createHash('sha256').update(text).digest('hex').slice(0, 16),
    receipt: /\/v1\/receipts\/([0-9a-f]{32})>; rel="receipt"/.exec(headers.get('link') ?? '')?.[1] ?? null,
  }
}

/** Records a reply in its purchase. */
export function recordReply(purchase: Purchase, reply: Reply): void {
  switch (reply.kind) {
    case 'answer':
      purchase.answers.push(reply.answer)
      purchase.answeredAt ??= reply.answer.at
      purchase.state = 'answered'
      return note(
        purchase,
        `${reply.by}: 200${reply.answer.replay ? ' replayed' : ''} ${reply.answer.body} receipt ${reply.answer.receipt}`,
      )
    case 'refusal':
      purchase.refusals.push({ at: Date.now(), status: reply.status, code: reply.code })
      if (purchase.state === 'open') purchase.state = 'refused'
      return note(purchase, `${reply.by}: ${reply.status} ${reply.code}`)
    case 'later':
      return note(purchase, `${reply.by}: ${reply.status} ${reply.code}, try again later`)
    case 'lost':
      if (!reply.left) purchase.cutOffAt ??= Date.now()
      return note(purchase, `${reply.by}: ${reply.left ? 'left' : `connection lost (${reply.cause})`}`)
  }
}

/** An honest client: it repeats the same request with the same payment until it is answered or refused. */
export async function presentUntilEnded(
  entryPoint: EntryPoint,
  purchase: Purchase,
  chain: FaultyChain,
  mayContinue: () => boolean,
): Promise<void> {
  while (purchase.state === 'open' && mayContinue()) {
    purchase.tries += 1
    purchase.firstTriedAt ??= Date.now()
    const reply = await present(entryPoint, purchase)
    recordReply(purchase, reply)
    if (reply.kind === 'lost') await sleep(300)
    if (reply.kind !== 'later') continue
    if (reply.code === 'transaction_not_found' && purchase.transaction !== null) {
      const mayBeMined = await resendOwnTransfer(chain, purchase.transaction, purchase.wallet).catch(() => true)
      // Another transaction of the wallet took its nonce, after a reorganisation.
      if (!mayBeMined) purchase.state = 'given up'
    }
    await sleep(reply.afterMs)
  }
}
