import { type JsonFault, member, scanJson } from '../../../src/goods/kit/payments.ts'
import type { Fault } from './fault-table.ts'
import type { FoundOffer, FoundTerms, Received402 } from './found-offer.ts'
import { receivedText } from './offer-reader.ts'
import { readChallenges } from './read-challenges.ts'
import { readPaymentRequired, readV1, readV2 } from './read-x402.ts'

const bodyLimits = { depth: 64, members: 20_000 }
const maxHeaderBytes = 16_384
const longHeaderBytes = 8_192

/** Every offer of a 402, in the order x402 version 2, version 1, MPP, L402, with the faults of the answer as a whole. Never throws. */
export function readTerms(received: Received402, now: number): FoundTerms {
  const { headers, status } = received
  const header = readPaymentRequired(headers.get('payment-required') ?? [])
  const body = readBody(received.body)
  const host = received.url === null ? null : (URL.parse(received.url)?.hostname ?? null)
  const challenges = readChallenges(headers.get('www-authenticate') ?? [], { now, host })
  const version = body.value === null ? undefined : member(body.value, 'x402Version')
  const bodyV2 = version === 2 && body.value !== null ? readV2(body.value, 'body') : null
  const bodyV1 = version === 1 && body.value !== null ? readV1(body.value) : null
  const copied = bodyV2 ?? emptyTerms
  // Clients of version 2 read the header only.
  const v2 = header ?? copied
  const offers = [...v2.offers, ...(bodyV1?.offers ?? []), ...challenges.offers]
  const faults: Fault[] = [
    ...(status === 402 ? [] : [fault('not_402', 'status', status)]),
    ...headerSizeFaults(headers),
    ...body.faults,
    ...v2.faults,
    ...(bodyV1?.faults ?? []),
    ...challenges.faults,
    ...(header === null && bodyV2 !== null ? [fault('header_missing', 'PAYMENT-REQUIRED')] : []),
    ...(version !== undefined && version !== 1 && version !== 2 ? [fault('version_unknown', 'body.x402Version', version)] : []),
    ...(header !== null && bodyV2 !== null && differ(header.offers, bodyV2.offers)
      ? [fault('body_differs_from_header', 'body.accepts')]
      : []),
  ]
  const noTerms = status === 402 && offers.length === 0 && !faults.some(({ code }) => code !== 'body_unreadable' && code !== 'headers_long')
  return { offers, faults: noTerms ? [...faults, fault('no_terms', null)] : faults }
}

const emptyTerms: FoundTerms = { offers: [], faults: [] }

function fault(code: Fault['code'], field: string | null, received?: unknown): Fault {
  return { code, field, received: receivedText(received) }
}

/** A body without JSON is usual for a page, so it is no more than a note. */
function readBody(text: string | null): { value: Readonly<Record<string, unknown>> | null; faults: Fault[] } {
  if (text === null || text.trim() === '') return { value: null, faults: [] }
  // Counted before anything is built of it.
  const scanned = scannedJson(text)
  const value = scanned === null || 'key' in scanned ? parsed(text) : undefined
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { value: null, faults: [fault('body_unreadable', 'body')] }
  if (scanned === null) return { value: value as Readonly<Record<string, unknown>>, faults: [] }
  if (scanned.fault === 'duplicate_key') return { value: null, faults: [fault('duplicate_member', 'body', scanned.key)] }
  if (scanned.fault === 'forbidden_key') return { value: null, faults: [fault('forbidden_member', 'body', scanned.key)] }
  return { value: null, faults: [fault('body_unreadable', 'body')] }
}

/** The first fault; `too_deep` too where the text is no JSON, which the scan can't read. */
function scannedJson(text: string): JsonFault | null {
  try {
    return scanJson(text, bodyLimits)
  } catch {
    return { fault: 'too_deep' }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function headerSizeFaults(headers: Received402['headers']): Fault[] {
  let bytes = 0
  for (const [name, values] of headers) for (const value of values) bytes += name.length + Buffer.byteLength(value) + 4
  if (bytes > maxHeaderBytes) return [fault('headers_too_large', 'headers', `${bytes} bytes`)]
  return bytes > longHeaderBytes ? [fault('headers_long', 'headers', `${bytes} bytes`)] : []
}

/** Whether the offers of header and body would move different money. */
function differ(one: readonly FoundOffer[], other: readonly FoundOffer[]): boolean {
  const money = (offers: readonly FoundOffer[]) =>
    offers.map(({ network, asset, amount, payTo }) => [network, asset, String(amount), payTo?.toLowerCase()].join(' ')).join('\n')
  return money(one) !== money(other)
}
