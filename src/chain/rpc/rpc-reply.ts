import { RpcRejected } from '../chain.ts'
import { isExecutionFailure } from '../node-errors.ts'
import type { Posted } from './rpc-post.ts'

/** What a node's HTTP answer means for the calls of the request. */
export type Reply =
  /** One outcome per call, in the same order. `fault` says in a few words why a call has no answer. */
  | { readonly kind: 'answered'; readonly outcomes: readonly CallOutcome[] }
  /** The node refuses a batch of this size; `limit` is how many calls it takes, where it says so. */
  | { readonly kind: 'batch_refused'; readonly limit: number | null }
  | { readonly kind: 'fault'; readonly fault: string }

export type CallOutcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'rejected'; readonly error: RpcRejected }
  | { readonly kind: 'fault'; readonly fault: string }

type Members = Readonly<Record<string, unknown>>

/** Codes and words for a rate limit, in an answer that otherwise looks like a rejection. */
const rateLimitCodes = new Set([429, -32029, -32090])
const rateLimitWords = /rate.?limit|too many requests|daily request count|compute units per second|throughput|capacity exceeded/i

/** The second is geth's for the calls of a batch that it answers no more. */
const batchWords = /batch|response too large/i
/** "more than 3", "limit: 10", "at most 20 calls", "maximum batch size of 50". */
const batchLimit =
  /(?:more than|at most|limit(?:ed)?(?: to| is| of|:|=)?|max(?:imum)?\w*(?: \w+){0,3}?(?: of| is|:|=)?|exceeds?)\s*\(?(\d{1,4})\b/i

/**
 * Reads the answer to the calls with these ids. An answer that does not match exactly these calls is a fault, because a node
 * that mixes up answers must not be trusted with money. `scrub` cleans the node's own words.
 */
export function readReply({ status, text }: Posted, ids: readonly number[], scrub: (text: string) => string): Reply {
  if (status === 429) return { kind: 'fault', fault: 'rate limited (429)' }
  const body = parse(text)
  if (ids.length > 1) {
    const refusal = batchRefusal(body)
    if (refusal !== null) return { kind: 'batch_refused', limit: limitIn(refusal) }
    if (status === 413) return { kind: 'batch_refused', limit: null }
  }
  if (status >= 500) return { kind: 'fault', fault: `HTTP ${status}` }
  if (body === undefined) return { kind: 'fault', fault: status === 200 ? 'answer is not JSON' : `HTTP ${status}` }
  if (Array.isArray(body)) return readItems(body, ids, scrub)
  if (!isObject(body)) return { kind: 'fault', fault: 'answer is not JSON-RPC' }
  if (ids.length === 1) return readItems([body], ids, scrub)
  if (!isObject(body.error)) return { kind: 'fault', fault: 'answer is not JSON-RPC' }
  return rateLimited(body.error) ? { kind: 'fault', fault: 'rate limited' } : { kind: 'batch_refused', limit: null }
}

/**
 * The node's words if it says that the batch is too large. Nodes say so with any status (a free tier of dRPC with 500), in one error
 * without an id of ours, in one for each call, or in one for each call beyond those that they answer.
 */
function batchRefusal(body: unknown): string | null {
  const items: readonly unknown[] = Array.isArray(body) ? body : [body]
  for (const item of items) {
    const refusal = isObject(item) ? refusalIn(item) : null
    if (refusal !== null) return refusal
  }
  return null
}

function refusalIn({ error, message }: Members): string | null {
  // Some answer without JSON-RPC around their words: {"error": "…"} or {"message": "…"}.
  const { message: words, code, data } = isObject(error) ? error : { message: error ?? message, code: 0, data: undefined }
  if (typeof words !== 'string' || !batchWords.test(words)) return null
  // A contract chooses the text of its revert. A node that refuses a batch may use the code of a revert, but gives no data with it.
  const rejection = new RpcRejected(typeof code === 'number' && data !== undefined ? code : 0, words, data)
  if (isExecutionFailure(rejection)) return null
  return typeof data === 'string' ? `${words} ${data}` : words
}

function limitIn(refusal: string): number | null {
  const [, limit = ''] = batchLimit.exec(refusal) ?? []
  return limit === '' ? null : Number(limit)
}

function readItems(items: readonly unknown[], ids: readonly number[], scrub: (text: string) => string): Reply {
  const byId = new Map<number, Members>()
  for (const item of items) {
    if (!isObject(item) || typeof item.id !== 'number' || !ids.includes(item.id) || byId.has(item.id)) {
      return { kind: 'fault', fault: 'answer does not match what was asked' }
    }
    byId.set(item.id, item)
  }
  return { kind: 'answered', outcomes: ids.map((id) => readItem(byId.get(id), scrub)) }
}

function readItem(item: Members | undefined, scrub: (text: string) => string): CallOutcome {
  if (item === undefined) return { kind: 'fault', fault: 'no answer to this call' }
  const { error } = item
  if (error === undefined || error === null) {
    return Object.hasOwn(item, 'result') ? { kind: 'result', result: item.result } : { kind: 'fault', fault: 'answer without result' }
  }
  if (!isObject(error)) return { kind: 'fault', fault: 'answer with a malformed error' }
  const code = typeof error.code === 'number' ? error.code : 0
  const message = typeof error.message === 'string' ? error.message : 'no message'
  const rejection = new RpcRejected(code, scrub(message), error.data)
  // A contract chooses the text of its revert, which must not count as the node's own rate limit.
  if (rateLimited(error) && !isExecutionFailure(rejection)) return { kind: 'fault', fault: 'rate limited' }
  return { kind: 'rejected', error: rejection }
}

function rateLimited({ code, message }: Members): boolean {
  return (typeof code === 'number' && rateLimitCodes.has(code)) || (typeof message === 'string' && rateLimitWords.test(message))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Members {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
