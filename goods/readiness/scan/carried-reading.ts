import type { SiteAnswer, SiteReading, SiteRequest } from '../../../src/goods/kit/sites.ts'

/** What the thread of a scan asks for. */
export interface CarriedRequest {
  readonly url: string
  readonly request: SiteRequest
}

/** A reading as it goes to the thread, which gets values and no functions. */
export type CarriedReading =
  | Extract<SiteReading, { kind: 'failed' }>
  | {
      readonly kind: 'answered'
      readonly ms: number
      readonly answer: Omit<SiteAnswer, 'header' | 'list'> & { readonly headers: CarriedHeaders }
    }

type CarriedHeaders = Readonly<Record<string, { readonly one: string | null; readonly list: string | null }>>

/** The headers that checks read. */
const names = ['link', 'vary', 'mcp-session-id', 'payment-required', 'www-authenticate'] as const

export function carry(reading: SiteReading): CarriedReading {
  if (reading.kind === 'failed') return reading
  const { header, list, ...answer } = reading.answer
  const headers = Object.fromEntries(names.map((name) => [name, { one: header(name), list: list(name) }]))
  return { kind: 'answered', ms: reading.ms, answer: { ...answer, headers } }
}

export function restore(carried: CarriedReading): SiteReading {
  if (carried.kind === 'failed') return carried
  const { headers, ...answer } = carried.answer
  const header = (name: string) => headers[name]?.one ?? null
  return { kind: 'answered', ms: carried.ms, answer: { ...answer, header, list: (name) => headers[name]?.list ?? null } }
}
