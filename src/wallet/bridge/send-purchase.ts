import { McpError } from '@modelcontextprotocol/sdk/types.js'
import type { Timers } from '../../shared/clock.ts'
import type { Outcome } from './spending-book.ts'
import { termsIn } from './tool-terms.ts'
import { ServerUnreachable, type Json, type ToolServer } from './tool-server.ts'

export type Sent =
  /** The service said what became of the payment. */
  | { readonly kind: Outcome; readonly result: Json }
  /** We do not know what became of it. */
  | { readonly kind: 'open'; readonly reason: string }

const maxAttempts = 5
const answerMs = 150_000
const maxPauseMs = 10_000
/** Codes that the service gives while it does not know the outcome itself: the same payment is sent again. */
const pending: ReadonlySet<unknown> = new Set([
  'settlement_pending',
  'payment_in_flight',
  'ledger_unavailable',
  'rate_limited',
  'overloaded',
  'shutting_down',
  'internal_error',
])

/** Sends a call with its payment until the outcome is known. It is always the same payment, so it can be spent only once. */
export async function sendPurchase(
  call: { readonly params: Json; readonly id: string; readonly payment: Json },
  { server, timers }: { readonly server: ToolServer; readonly timers: Timers },
): Promise<Sent> {
  const meta = { ...(call.params['_meta'] as Json | undefined), 'x402/payment': call.payment, 'farthing/idempotency-key': call.id }
  const params = { ...call.params, _meta: meta }
  let reason = ''
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    let pauseMs = Math.min(maxPauseMs, 500 * 2 ** (attempt - 1))
    try {
      const result = await server.request('tools/call', params, answerMs)
      const { code, retryAfterSeconds } = problemOf(result)
      if (!pending.has(code)) return readResult(result)
      reason = `the service says ${String(code)}`
      if (typeof retryAfterSeconds === 'number') pauseMs = Math.min(maxPauseMs, retryAfterSeconds * 1_000)
    } catch (error) {
      // A protocol error is about the message itself, so sending it again would give the same error.
      if (error instanceof McpError) return { kind: 'open', reason: 'the service answered with an MCP protocol error' }
      if (!(error instanceof ServerUnreachable)) throw error
      reason = error.message
    }
    if (attempt < maxAttempts) await timers.sleep(pauseMs)
  }
  return { kind: 'open', reason }
}

/** Codes that say that the payment was taken: its answer was already given out, or is no longer kept. */
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
