import type { Context, Hono } from 'hono'
import { clientAddress, type TrustedProxies } from '../../gate/limits/client-address.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import { isOperatorSignature, operatorSignatureHeader } from '../../shared/operator-signature.ts'
import { Problem } from '../../shared/problems.ts'
import { socketAddress } from './caller.ts'
import { jsonResponse, refusalResponse } from './respond.ts'

export interface DoctorEchoParts {
  readonly proxies: Pick<TrustedProxies, 'has'>
  readonly clock: Clock
  readonly timers: Timers
  /** Any of them may have made the mark of a request. */
  readonly markSecrets: readonly string[]
  readonly maxBodyBytes: number
  readonly version: string
}

/** What arrived here of a request, so that `farthing doctor` sees what proxies on the way changed. */
export interface EchoedRequest {
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The address that counts for limits and quotas. */
  readonly client: string
  /** The other end of the connection, and whether it is trusted to name clients. */
  readonly peer: string
  readonly peerTrusted: boolean
  readonly forwardedFor: string | null
  /** The lengths of the headers that bring payments. */
  readonly paymentSignature: number
  readonly authorization: number
  readonly bodyBytes: number
}

const longestWaitMs = 600_000

/**
 * `/doctor/seen`: answers only requests with a mark of the operator. `?waitMs=` lets it wait, to find out how long a proxy has
 * patience.
 */
export function doctorEchoRoute(app: Hono, parts: DoctorEchoParts): void {
  const answer = async (context: Context): Promise<Response> => {
    if (!isOperatorSignature(context.req.header(operatorSignatureHeader) ?? null, parts.markSecrets, parts.clock.now())) {
      return refusalResponse(new Problem('not_found', 'There is nothing at this path.'))
    }
    const waitMs = Number(context.req.query('waitMs') ?? '0')
    const bodyBytes = await lengthOf(context.req.raw.body, parts.maxBodyBytes)
    if (waitMs > 0) await parts.timers.sleep(Math.min(waitMs, longestWaitMs), context.req.raw.signal)
    const peer = socketAddress(context) ?? 'unknown'
    const forwardedFor = context.req.header('x-forwarded-for') ?? null
    const seen: EchoedRequest = {
      version: parts.version,
      at: parts.clock.now(),
      client: clientAddress(peer, forwardedFor, { has: (address) => parts.proxies.has(address) }),
      peer,
      peerTrusted: parts.proxies.has(peer),
      forwardedFor,
      paymentSignature: context.req.header('payment-signature')?.length ?? 0,
      authorization: context.req.header('authorization')?.length ?? 0,
      bodyBytes,
    }
    return jsonResponse(seen)
  }
  app.get('/doctor/seen', answer)
  app.post('/doctor/seen', answer)
}

/** Reads no further than the longest body that an offer takes. */
async function lengthOf(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<number> {
  let length = 0
  if (body === null) return length
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > maxBytes) break
  }
  return length
}
