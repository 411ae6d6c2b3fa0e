import type { Clock, Timers } from '../../shared/clock.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { answerDeadline } from './answer-deadline.ts'
import { nodeAheadMs } from './node-time.ts'
import type { RpcEndpoint } from './rpc-endpoint.ts'
import type { Poster } from './rpc-post.ts'
import { readReply, type Reply } from './rpc-reply.ts'

/** The fault of a node that did not answer within the time. */
export const timedOut = 'timed out'
/** The fault of a node whose answer has too many bytes. */
export const tooLarge = 'answer too large'

export interface AskedCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
  /** Of a call that is alone in its request. */
  readonly maxBytes?: number | undefined
}

/** Sends calls to one node in one HTTP request, a batch when there are several. Never rejects. */
export type AskEndpoint = (endpoint: RpcEndpoint, calls: readonly AskedCall[], timeoutMs: number) => Promise<Reply>

export function createAskEndpoint(parts: {
  readonly poster: Poster
  readonly timers: Timers
  readonly clock: Clock
  readonly metrics: Metrics
  readonly network: string
  /** Told the time of a node with each of its answers that has one: how far its clock is ahead of ours. */
  readonly heardTime?: ((node: string, aheadMs: number) => void) | undefined
}): AskEndpoint {
  const { poster, timers, clock, metrics, network, heardTime } = parts
  const requests = metrics.counter('farthing_rpc_requests_total', 'HTTP requests to RPC nodes', ['network', 'outcome'])
  const seconds = metrics.histogram('farthing_rpc_request_seconds', 'Time of HTTP requests to RPC nodes', ['network'])

  const send = async (endpoint: RpcEndpoint, calls: readonly AskedCall[], timeoutMs: number): Promise<Reply> => {
    const bodies = calls.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, method, params }))
    const ids = calls.map(({ id }) => id)
    const abort = new AbortController()
    const late = Promise.withResolvers<never>()
    const cancel = answerDeadline(timers, timeoutMs, () => {
      abort.abort()
      // A request that still waits for its connection hears of the abort only when it has one.
      late.reject(new Error(timedOut))
    })
    try {
      const posting = poster.post(endpoint, JSON.stringify(bodies.length === 1 ? bodies[0] : bodies), abort.signal, calls[0]?.maxBytes)
      const from = clock.now()
      const posted = await Promise.race([posting, late.promise])
      const aheadMs = posted.date === undefined ? null : nodeAheadMs({ date: posted.date, from, to: clock.now() })
      if (aheadMs !== null) heardTime?.(`${network} ${endpoint.label}`, aheadMs)
      return readReply(posted, ids, endpoint.scrub)
    } catch (error) {
      return { kind: 'fault', fault: abort.signal.aborted ? timedOut : faultOf(error) }
    } finally {
      cancel()
    }
  }

  return async (endpoint, calls, timeoutMs) => {
    const startedAt = clock.now()
    const reply = await send(endpoint, calls, timeoutMs)
    requests.add({ network, outcome: reply.kind })
    seconds.observe((clock.now() - startedAt) / 1000, { network })
    return reply
  }
}

/** A few words that name the kind of failure, and nothing of the URL. */
function faultOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const known = typeof code === 'string' ? code : cause?.code
  if (known === 'ANSWER_TOO_LARGE') return tooLarge
  return typeof known === 'string' && /^[A-Z0-9_]{3,40}$/.test(known) ? known : 'connection failed'
}
