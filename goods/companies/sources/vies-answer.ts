import { readJson, z } from '../../../src/goods/door.ts'
import { plainText, UpstreamGarbage, type UpstreamResponse } from '../../../src/goods/kit/http.ts'
import type { UnavailableReason } from './finding.ts'
import type { VatRegistration } from './vat-and-lei.ts'

/** One answer of VIES. Only a verdict says anything about the number. */
export type ViesAnswer =
  | { readonly kind: 'verdict'; readonly registration: VatRegistration }
  /** The number does not have the form of its member state: the caller's fault. */
  | { readonly kind: 'invalid_input' }
  | {
      readonly kind: 'no_verdict'
      readonly code: string
      readonly reason: UnavailableReason
      readonly retryable: boolean
      readonly soon: boolean
    }

const text = z.string().max(2_000).nullish()
const printed = { name: text, address: text, requestIdentifier: text, vatNumber: text }
/** The two endpoints name the verdict differently. */
const posted = z.object({ valid: z.boolean(), requestDate: z.string().max(60), countryCode: text, ...printed })
const fetched = z.object({ isValid: z.boolean(), userError: z.string().max(60), requestDate: z.string().max(60), ...printed })
const failed = z.object({ errorWrappers: z.array(z.object({ error: z.string().max(60) })).min(1) })
const anyAnswer = z.union([failed, posted, fetched])

interface Fault {
  readonly reason: UnavailableReason
  readonly retryable: boolean
  /** Another request may succeed in the next second. */
  readonly soon: boolean
}
const busy: Fault = { reason: 'busy', retryable: true, soon: true }
const blocked: Fault = { reason: 'blocked', retryable: false, soon: false }

/** The fault codes that VIES documents. */
const faults: Readonly<Record<string, Fault>> = {
  SERVICE_UNAVAILABLE: { reason: 'down', retryable: true, soon: false },
  MS_UNAVAILABLE: { reason: 'down', retryable: true, soon: false },
  TIMEOUT: { reason: 'timeout', retryable: true, soon: true },
  GLOBAL_MAX_CONCURRENT_REQ: busy,
  GLOBAL_MAX_CONCURRENT_REQ_TIME: busy,
  MS_MAX_CONCURRENT_REQ: busy,
  MS_MAX_CONCURRENT_REQ_TIME: busy,
  VAT_BLOCKED: blocked,
  IP_BLOCKED: blocked,
  // Our own VAT number, which the operator set.
  INVALID_REQUESTER_INFO: blocked,
}

/** Reads an answer about one number. @throws UpstreamGarbage if it is none, or about another number. */
export function readViesAnswer(answer: UpstreamResponse, asked: { readonly country: string; readonly number: string }): ViesAnswer {
  const body = readJson(answer, anyAnswer)
  if ('errorWrappers' in body) return faultOf(body.errorWrappers[0]?.error ?? '')
  if ('userError' in body && body.userError !== 'VALID' && body.userError !== 'INVALID') return faultOf(body.userError)
  const registered = 'valid' in body ? body.valid : body.isValid
  if ('userError' in body && registered !== (body.userError === 'VALID')) throw new UpstreamGarbage('wrong_shape')
  const about = [body.vatNumber ?? asked.number, ('countryCode' in body ? body.countryCode : null) ?? asked.country]
  if (about[0] !== asked.number || about[1] !== asked.country) throw new UpstreamGarbage('wrong_shape')
  return {
    kind: 'verdict',
    registration: {
      registered,
      ...namesOf(body.name),
      address: shown(body.address),
      consultationNumber: shown(body.requestIdentifier),
      checkedAt: timeOf(body.requestDate),
    },
  }
}

function faultOf(code: string): ViesAnswer {
  if (code === 'INVALID_INPUT') return { kind: 'invalid_input' }
  const fault = Object.hasOwn(faults, code) ? faults[code] : undefined
  // An unknown code never becomes part of a message.
  if (!fault) return { kind: 'no_verdict', code: 'vies_unknown_fault', reason: 'not_understood', retryable: true, soon: false }
  return { kind: 'no_verdict', code: `vies_${code.toLowerCase()}`, ...fault }
}

/** Greece gives two names, `LEGAL||TITLE`: the title is the one under which the company trades. */
function namesOf(given: string | null | undefined): Pick<VatRegistration, 'name' | 'legalName' | 'tradeName'> {
  const [legalName = null, ...titles] = (given ?? '').split(/\|+/).flatMap((part) => shown(part) ?? [])
  const tradeName = titles.find((title) => title !== legalName) ?? null
  return { name: tradeName === null ? legalName : `${legalName} (${tradeName})`, legalName, tradeName }
}

/** Three dashes mean that the member state does not say. Lines are joined by commas. */
function shown(value: string | null | undefined): string | null {
  const lines = (value ?? '').split(/[\r\n]+/).map((line) => plainText(line, 300))
  const line = plainText(lines.filter((one) => one !== '').join(', '), 500)
  return line === '' || /^-+$/.test(line) ? null : line
}

function timeOf(date: string): string {
  const ms = Date.parse(date)
  if (Number.isNaN(ms)) throw new UpstreamGarbage('wrong_shape')
  return new Date(ms).toISOString()
}

const statuses = z.object({
  vow: z.object({ available: z.boolean() }),
  countries: z.array(z.object({ countryCode: z.string().max(10), availability: z.string().max(60) })).max(100),
})

/** Which member states are down. */
export interface ViesStatus {
  readonly available: boolean
  readonly down: ReadonlySet<string>
}

/** Reads `/check-status`. "Monitoring Disabled" says nothing about a member state. */
export function readViesStatus(answer: UpstreamResponse): ViesStatus {
  const { vow, countries } = readJson(answer, statuses)
  const down = countries.filter(({ availability }) => availability === 'Unavailable')
  return { available: vow.available, down: new Set(down.map(({ countryCode }) => countryCode)) }
}
