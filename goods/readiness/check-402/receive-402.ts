import { Problem } from '../../../src/goods/door.ts'
import type { SiteAnswer, SiteVisits } from '../../../src/goods/kit/sites.ts'
import type { Fault } from '../payment-terms/fault-table.ts'
import type { Received402 } from '../payment-terms/found-offer.ts'
import type { Check402Input } from './check-402-input.ts'

export type Received =
  | { readonly kind: 'received'; readonly answer: Received402 }
  | { readonly kind: 'not_received'; readonly fault: Fault }

const fetchLimits = { maxRequests: 4, maxMs: 6_000, requestMs: 5_000 }
const refused: ReadonlySet<string> = new Set(['not_a_url', 'scheme', 'credentials', 'port', 'host', 'address', 'ipfs_off'])
/** The headers that hold terms; the others only count by their size. */
const listed = ['payment-required', 'www-authenticate']

/**
 * The 402 that the caller pasted, or the one that its address answers with.
 * @throws Problem `invalid_input` for an address that is never asked
 */
export async function receive402(input: Check402Input, sites: SiteVisits, signal: AbortSignal): Promise<Received> {
  const { url, status, headers, body } = input
  if (headers === undefined && body === undefined && url !== undefined) return ask(url, input.method ?? 'GET', sites, signal)
  const lists = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries(headers ?? {})) {
    const key = name.toLowerCase()
    lists.set(key, [...(lists.get(key) ?? []), ...(typeof value === 'string' ? [value] : value)])
  }
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'received', answer: { status: status ?? 402, headers: lists, body: text, url: url ?? null } }
}

async function ask(url: string, method: 'GET' | 'POST', sites: SiteVisits, signal: AbortSignal): Promise<Received> {
  const visit = sites.open({ ...fetchLimits, signal })
  const post = { method, body: '{}', headers: { 'content-type': 'application/json', accept: 'application/json' } } as const
  const reading = await visit.get(url, method === 'POST' ? post : { headers: { accept: 'application/json' } })
  visit.close()
  if (reading.kind === 'answered') return { kind: 'received', answer: receivedFrom(reading.answer) }
  if (refused.has(reading.reason)) {
    throw new Problem('invalid_input', 'This service does not call this address: it must be a public https address without a user name.', {
      field: 'body.url',
      expected: 'https://…',
      extra: { reason: reading.reason },
    })
  }
  const code = reading.reason === 'headers_too_large' ? 'headers_too_large' : 'not_reached'
  return { kind: 'not_received', fault: { code, field: 'url', received: reading.reason } }
}

const utf8 = new TextDecoder('utf-8')

function receivedFrom(answer: SiteAnswer): Received402 {
  const headers = new Map<string, readonly string[]>()
  for (const name of listed) {
    const value = answer.list(name)
    if (value !== null) headers.set(name, [value])
  }
  return { status: answer.status, headers, body: utf8.decode(answer.body), url: answer.url }
}
