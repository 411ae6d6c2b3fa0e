import { McpError } from '@modelcontextprotocol/sdk/types.js'
import type { Timers } from '../../shared/clock.ts'
import type { Outcome } from './spending-book.ts'
import { termsIn } from './tool-terms.ts'
import { ServerUnreachable, type Json, type ToolServer } from './tool-server.ts'

export type Sent =
  /** The service says what became of the payment. */
  | { readonly kind: Outcome; readonly result: Json }
  /** Nobody can say. */
  | { readonly kind: 'open'; readonly reason: string }

const mostAttempts = 5
const answerMs = 150_000
const longestPauseMs = 10_000
/** What the service says while it does not know itself, so that the same payment is to come again. */
const pending: ReadonlySet<unknown> = new Set([
  'settlement_pending',
  'payment_in_flight',
  'ledger_unavailable',
  'rate_limited',
  'overloaded',
  'shutting_down',
  'internal_error',
])

/** Sends a call with its payment until the outcome is known: always the same one, so that it can be spent once only. */
export async function sendPurchase(
  call: { readonly params: Json; readonly id: string; readonly payment: Json },
  { server, timers }: { readonly server: ToolServer; readonly timers: Timers },
): Promise<Sent> {
  const meta = { ...(call.params['_meta'] as Json | undefined), 'x402/payment': call.payment, 'farthing/idempotency-key': call.id }
  const params = { ...call.params, _meta: meta }
  let reason = ''
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    let pauseMs = Math.min(longestPauseMs, 500 * 2 ** (attempt - 1))
    try {
      const result = await server.request('tools/call', params, answerMs)
      const { code, retryAfterSeconds } = problemOf(result)
      if (!pending.has(code)) return readResult(result)
      reason = `the service says ${String(code)}`
      if (typeof retryAfterSeconds === 'number') pauseMs = Math.min(longestPauseMs, retryAfterSeconds * 1_000)
    } catch (error) {
      // An error of the protocol is said of the message: it would be said again.
      if (error instanceof McpError) return { kind: 'open', reason: 'the service answered with an error of its protocol' }
      if (!(error instanceof ServerUnreachable)) throw error
      reason = error.message
    }
    if (attempt < mostAttempts) await timers.sleep(pauseMs)
  }
  return { kind: 'open', reason }
}

/** Errors that say that the payment was taken: its answer was given to somebody, or is not kept any more. */
const answered: ReadonlySet<unknown> = new Set(['answer_delivered', 'answer_expired'])

function readResult(result: Json): Sent {
  if (termsIn(result)) return { kind: 'refused', result }
  if (answered.has(problemOf(result)['code'])) return { kind: 'charged', result }
  if (result['isError'] === true) return { kind: 'unused', result }
  const { success, amount } = ((result['_meta'] as Json | undefined)?.['x402/payment-response'] ?? {}) as Json
  return { kind: success === true && amount === '0' ? 'uncharged' : 'charged', result }
}

function problemOf(result: Json): Json {
  return ((result['_meta'] as Json | undefined)?.['farthing/problem'] ?? {}) as Json
}
