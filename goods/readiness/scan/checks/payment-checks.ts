import { checkTerms } from '../../payment-terms/check-terms.ts'
import { severityOf, type Fault } from '../../payment-terms/fault-table.ts'
import type { FoundTerms, Received402, TermsProtocol } from '../../payment-terms/found-offer.ts'
import type { KnownNetwork } from '../../payment-terms/known-tokens.ts'
import { readTerms } from '../../payment-terms/read-terms.ts'
import type { SiteAnswer } from '../../../../src/goods/kit/sites.ts'
import { fail, na, pass, unread, warn, type CheckResult } from '../check-result.ts'
import type { SiteFacts } from '../site-facts.ts'

export interface PaymentContext {
  readonly networks: ReadonlyMap<string, KnownNetwork>
  /** Milliseconds since the epoch. */
  readonly now: number
}

const nothingForSale = 'The site names no paid route.'
const utf8 = new TextDecoder('utf-8')
/** Faults that both protocols share, which are told with x402. */
const mppOnly = (code: string) => code.startsWith('challenge_')

export function checkX402(facts: SiteFacts, context: PaymentContext): CheckResult {
  const read = readPaid(facts, context)
  if ('status' in read) return read
  const { offers, faults } = read.terms
  const own = offers.filter(({ protocol }) => isX402(protocol))
  const found = [...faults.filter(({ code }) => !mppOnly(code)), ...own.flatMap((offer) => offer.faults)]
  if (own.length === 0 && found.every(({ code }) => severityOf({ code }) !== 'error')) {
    return offers.some(({ protocol }) => protocol === 'mpp')
      ? warn('x402_missing', 'The 402 has a Payment challenge, and no terms of x402.')
      : fail('x402_missing', 'The 402 has no terms of x402.')
  }
  return (
    judged(found, ['x402_faulty', 'x402_doubtful']) ??
    pass(
      `The 402 has ${own.length} sound ${own.length === 1 ? 'offer' : 'offers'} of x402.${
        found.some(({ code }) => code === 'payment_upfront')
          ? ' At least one is settled before the work (paymentFlow), so a call that fails may cost.'
          : ''
      }`,
    )
  )
}

export function checkMpp(facts: SiteFacts, context: PaymentContext): CheckResult {
  const read = readPaid(facts, context)
  if ('status' in read) return read
  const own = read.terms.offers.filter(({ protocol }) => protocol === 'mpp')
  if (own.length === 0) return warn('mpp_missing', 'The 402 has no Payment challenge.')
  return (
    judged(
      own.flatMap((offer) => offer.faults),
      ['mpp_faulty', 'mpp_faulty'],
    ) ?? pass(`The 402 has ${own.length} sound Payment ${own.length === 1 ? 'challenge' : 'challenges'}.`)
  )
}

function readPaid({ paid }: SiteFacts, { networks, now }: PaymentContext): { readonly terms: FoundTerms } | CheckResult {
  if (paid === null) return na(nothingForSale)
  if (paid.answer.kind === 'unreadable') return unread(`The paid route: ${paid.answer.reason}.`)
  const { answer } = paid.answer
  if (answer.status !== 402) return fail('paid_without_402', `A route that is listed as paid answers ${answer.status} without a payment.`)
  return { terms: checkTerms(readTerms(received(answer), now), { networks, url: paid.url, knownPayees: [] }) }
}

function received(answer: SiteAnswer): Received402 {
  const headers = new Map<string, readonly string[]>()
  for (const name of ['payment-required', 'www-authenticate']) {
    const value = answer.list(name)
    if (value !== null) headers.set(name, [value])
  }
  return { status: answer.status, headers, body: utf8.decode(answer.body), url: answer.url }
}

const isX402 = (protocol: TermsProtocol) => protocol === 'x402-v2' || protocol === 'x402-v1'

/** Null where nothing is wrong. The codes are ours, so that they may be told. */
function judged(
  faults: readonly Fault[],
  [faulty, doubtful]: readonly ['x402_faulty' | 'mpp_faulty', 'x402_doubtful' | 'mpp_faulty'],
): CheckResult | null {
  const codes = (severity: string) => [...new Set(faults.filter((fault) => severityOf(fault) === severity).map(({ code }) => code))]
  const errors = codes('error')
  if (errors.length > 0) return fail(faulty, `Faults of the 402: ${errors.join(', ')}.`)
  const warnings = codes('warning')
  return warnings.length > 0 ? warn(doubtful, `Warnings about the 402: ${warnings.join(', ')}.`) : null
}
