import type { z } from 'zod'
import { detailParameter } from '../../offers/brief/detail.ts'
import type { AnyOffer, OfferInput } from '../../offers/offer.ts'
import { expectedAt, issueMessage, plainIssue } from '../../shared/issue-messages.ts'
import { Problem } from '../../shared/problems.ts'

/** Input as it came, before validation. */
export interface RawInput {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Parsed JSON, `undefined` when no body came. */
  readonly body: unknown
  /** Path and query as the caller wrote them, in printable ASCII; absent where the call came without a URL of its own, as by MCP. */
  readonly asked?: string
}

const parts = ['path', 'query', 'body'] as const

/**
 * Validates raw input against the offer's schemas and ignores unknown members.
 * @throws Problem `invalid_input` that names the first wrong field and what was expected there
 */
export function parseInput(offer: AnyOffer, raw: RawInput): OfferInput<unknown, unknown, unknown> {
  const input: Record<(typeof parts)[number], unknown> = { path: {}, query: {}, body: undefined }
  for (const part of parts) {
    const schema = offer[part] as z.ZodType | null
    if (!schema) continue
    if (part === 'body' && raw.body === undefined) {
      throw new Problem('invalid_input', 'A JSON body is required.', {
        field: 'body',
        expected: 'a JSON object, as the discovery document describes it',
      })
    }
    const parsed = schema.safeParse(raw[part], { error: issueMessage })
    if (!parsed.success) throw invalid(part, parsed.error)
    input[part] = parsed.data
  }
  return input
}

function invalid(part: string, { issues }: z.ZodError): Problem {
  const [first, ...others] = issues.slice(0, 6).map((issue) => {
    const { path, message } = plainIssue(issue)
    // An object may have members of any name, and then the caller chose the name.
    const field = [part, ...path].map(String).join('.').slice(0, 120)
    return { field, expected: message.slice(0, 300) }
  })
  const { field, expected } = first ?? { field: part, expected: 'a valid value' }
  return new Problem('invalid_input', expectedAt(field, expected), { field, expected, extra: others.length > 0 ? { more: others } : {} })
}

/**
 * Whether the request supplies nothing but its path, and perhaps how much of the answer it wants. Such a request for a fixed-price offer gets the terms for any path, so
 * that crawlers can read them.
 */
export function isBare(raw: RawInput): boolean {
  return raw.body === undefined && Object.keys(raw.query).every((name) => name === detailParameter)
}
