import {
  byteAnswer,
  isJsonType,
  Problem,
  streamedAnswer,
  unchargedBytes,
  type ByteAnswer,
  type OpenedAnswer,
  type Outcome,
  type UpstreamAnswer,
} from '../door.ts'
import type { OfferRow } from '../file/offers-file.ts'
import { meets } from './condition.ts'
import { addressHere, type AskedAddress } from './address-here.ts'

/** Seconds. An API that does not say how long to wait is asked again soon. */
const defaultRetrySeconds = 5
const maxRetrySeconds = 3_600

/**
 * What an answer of the API means for its caller: it is sold, it is given without a charge, or it is a problem and nothing is charged. Its
 * 401, 402 and 403 are about our own access, so callers never see them.
 * @throws Problem
 */
export async function readOutcome(opened: OpenedAnswer, row: OfferRow, { title, asked }: AnsweredCall): Promise<Outcome<null>> {
  const head = headOf(opened, row, asked)
  if (row.answer.streams && isSoldStream(opened, row)) return streamedAnswer({ ...head, chunks: opened.chunks })
  return readWhole({ ...opened, bytes: await opened.read() }, { row, title, head })
}

export interface AnsweredCall {
  readonly title: string
  readonly asked: AskedAddress
}

interface WholeAnswer {
  readonly row: OfferRow
  readonly title: string
  readonly head: Omit<ByteAnswer, 'bytes'>
}

/** Answers in JSON are short, and may have to fit a schema, so they are read to their end. */
function isSoldStream(opened: OpenedAnswer, row: OfferRow): boolean {
  const { status } = opened
  const isJson = opened.mediaType !== null && isJsonType(opened.mediaType)
  return status >= 200 && status < 300 && !isJson && reasonInHead(opened, row) === null && row.charge.when === undefined
}

function readWhole(answer: UpstreamAnswer, { row, title, head }: WholeAnswer): Outcome<null> {
  const { status } = answer
  if (status >= 500)
    throw new Problem('upstream_failed', `${title}: the API behind it answered with status ${status}.`, { retryAfter: retryAfter(answer) })
  if (status === 401 || status === 402 || status === 403 || status === 407)
    throw new Problem('upstream_failed', `${title}: the API behind it refused this service. Its operator has to correct that.`, {
      retryable: false,
      cause: new Error(`status ${status}`),
    })
  if (status === 429)
    throw new Problem('overloaded', `${title}: the API behind it takes no more requests now.`, { retryAfter: retryAfter(answer) })
  if (status >= 400) throw refusal(answer, title)
  if (status < 200 || status >= 300)
    throw new Problem('upstream_misfit', `${title}: the API behind it answered with status ${status}, which is no answer.`, {
      retryable: false,
    })
  const bytes: ByteAnswer = { ...head, bytes: answer.bytes }
  const reason = reasonNotToCharge(answer, row)
  return reason === null ? byteAnswer(bytes) : unchargedBytes(bytes, reason, 'unknown')
}

function headOf(answer: Pick<UpstreamAnswer, 'status' | 'header'>, row: OfferRow, asked: AskedAddress): Omit<ByteAnswer, 'bytes'> {
  return {
    status: answer.status,
    contentType: answer.header('content-type') ?? 'application/octet-stream',
    headers: keptHeaders(answer, row.answer.headers, asked),
  }
}

function refusal(answer: UpstreamAnswer, title: string): Problem {
  const { status, mediaType, bytes } = answer
  return new Problem('upstream_refused', `${title}: the API behind it refused the request with status ${status}.`, {
    extra: { upstreamStatus: status },
    passed: { status, contentType: answer.header('content-type') ?? mediaType ?? 'application/octet-stream', headers: {}, bytes },
  })
}

function keptHeaders(answer: Pick<UpstreamAnswer, 'header'>, names: readonly string[], asked: AskedAddress): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = answer.header(name.toLowerCase())
      if (value === null) return []
      return [[name, /^(?:content-)?location$/i.test(name) ? addressHere(value, asked) : value] as const]
    }),
  )
}

/** Null where the answer is charged. */
function reasonNotToCharge(answer: UpstreamAnswer, row: OfferRow): string | null {
  const said = reasonInHead(answer, row)
  if (said !== null) return said
  return row.charge.when && !meets(jsonOf(answer), row.charge.when) ? 'condition_not_met' : null
}

/** The same, as far as the head of the answer says it. */
function reasonInHead(answer: Pick<UpstreamAnswer, 'status' | 'header'>, { charge }: OfferRow): string | null {
  const said = chargeHeader(answer.header('farthing-charge'))
  if (said !== null) return said
  return charge.status && !charge.status.includes(answer.status) ? 'status_not_charged' : null
}

/** The reason in `Farthing-Charge: no; reason=nothing_found`; null where the header does not say no. */
function chargeHeader(value: string | null): string | null {
  const [, reason] = /^\s*no\s*(?:;\s*reason\s*=\s*"?([a-z][a-z0-9_]{0,59})"?\s*)?$/i.exec(value ?? '') ?? []
  if (value === null || !/^\s*no\b/i.test(value)) return null
  return reason?.toLowerCase() ?? 'upstream_said_no'
}

function jsonOf({ bytes }: UpstreamAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    // The gate holds the type and the schema against it.
    return undefined
  }
}

function retryAfter(answer: UpstreamAnswer): number {
  const seconds = Number(/^\d{1,6}$/.exec(answer.header('retry-after') ?? '')?.[0] ?? defaultRetrySeconds)
  return Math.min(Math.max(1, seconds), maxRetrySeconds)
}
