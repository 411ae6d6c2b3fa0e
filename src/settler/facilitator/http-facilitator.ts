import type { HttpClient } from '../../net/http-client.ts'
import { parseJson } from '../../net/parse-json.ts'
import { UpstreamGarbage, UpstreamRejected, UpstreamUnreachable } from '../../net/upstream-errors.ts'
import type { Facilitator, FacilitatorRequest, Silence } from './facilitator.ts'
import { readSettleAnswer, readSupported, readVerifyAnswer } from './read-answer.ts'
import { requestBody } from './request-body.ts'

export interface HttpFacilitatorOptions {
  /** Its base URL: `/verify`, `/settle` and `/supported` stand below it. */
  readonly url: string
  /** Sent as a bearer token; null for facilitators that ask for none. */
  readonly token: string | null
  readonly http: Pick<HttpClient, 'send'>
  readonly timeouts?: Partial<typeof defaultTimeouts>
}

/** Milliseconds. After them it may still be at work: what it has done then is on chain. */
const defaultTimeouts = { supported: 5_000, verify: 2_000, settle: 20_000 }
const maxBytes = 65_536
/** Statuses with which facilitators refuse a payment; others say nothing of it. */
const refusals = [400, 402, 403, 409, 422]

/** A facilitator that speaks the HTTP interface of x402. */
export function createHttpFacilitator({ url, token, http, timeouts }: HttpFacilitatorOptions): Facilitator {
  const base = url.replace(/\/+$/, '')
  const { supported, verify, settle } = { ...defaultTimeouts, ...timeouts }
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }

  async function ask(path: 'verify' | 'settle', request: FacilitatorRequest, timeoutMs: number): Promise<unknown> {
    const headers = { ...authorization, 'content-type': 'application/json' }
    const body = requestBody(request)
    const answer = await http.send(`${base}/${path}`, { method: 'POST', headers, body, timeoutMs, maxBytes, alsoAccept: refusals })
    return parseJson(answer.body)
  }

  return {
    async supported() {
      try {
        return readSupported(
          parseJson((await http.send(`${base}/supported`, { headers: authorization, timeoutMs: supported, maxBytes })).body),
        )
      } catch {
        return null
      }
    },
    async verify(request) {
      try {
        return readVerifyAnswer(await ask('verify', request, verify))
      } catch (error) {
        return { kind: 'unknown', why: silenceOf(error) }
      }
    },
    async settle(request) {
      try {
        return readSettleAnswer(await ask('settle', request, settle))
      } catch (error) {
        return { kind: 'unknown', why: silenceOf(error), transaction: null }
      }
    },
  }
}

function silenceOf(error: unknown): Silence {
  if (error instanceof UpstreamRejected) return 'status'
  if (error instanceof UpstreamGarbage) return 'garbage'
  return error instanceof UpstreamUnreachable && error.reason === 'timeout' ? 'timeout' : 'unreachable'
}
