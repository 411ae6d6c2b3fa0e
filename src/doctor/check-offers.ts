import type { Config } from '../config/config.ts'
import { createSiteProbe, type ProbeAnswer, type SiteProbe } from '../net/probe-site.ts'
import { UpstreamUnreachable } from '../net/upstream-errors.ts'
import { highestPriceOf, priceOf, type AnyOffer } from '../offers/offer.ts'
import { isAlwaysPaid } from '../offers/price-in-words.ts'
import { counted, findingsOf, type Finding } from '../goods/finding.ts'
import type { PaymentTermsPort, TermsFault } from '../goods/ports/payment-terms.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Hex } from '../shared/bytes.ts'
import { takesBody } from '../shared/http-methods.ts'
import { exampleRequest } from '../surfaces/discovery/example-request.ts'

const check = findingsOf('offers')
const askMs = 10_000
/** Asked at a time, so that the doctor is no load. */
const atOnce = 3

export interface OffersParts {
  readonly config: Pick<Config, 'publicUrl'>
  /** Where the service answers on this machine. */
  readonly local: string
  readonly offers: readonly AnyOffer[]
  readonly payTo: Hex | null
  /** Reads terms as a buyer does; null where no line does. */
  readonly terms: PaymentTermsPort | null
  /** See `SiteProbeParts`. */
  readonly trusted?: string
  readonly clock: Clock
  readonly timers: Timers
}

type Asked =
  | { readonly kind: 'sold'; readonly offer: AnyOffer }
  | { readonly kind: 'off'; readonly offer: AnyOffer }
  | { readonly kind: 'faulty'; readonly offer: AnyOffer; readonly findings: readonly Finding[] }

/**
 * Asks every offer with a fixed price for its terms, without paying, and reads them as a buyer would. Offers with free calls per day
 * are not asked, since that would use one up; they share their terms with the others.
 */
export async function checkOffers(parts: OffersParts): Promise<readonly Finding[]> {
  const base = parts.config.publicUrl ?? parts.local
  const priced = parts.offers.filter(isAlwaysPaid)
  const probe = createSiteProbe(base, parts)
  const direct = createSiteProbe(parts.local, parts)
  try {
    const asked: Asked[] = []
    for (let from = 0; from < priced.length; from += atOnce) {
      const some = priced.slice(from, from + atOnce)
      asked.push(...(await Promise.all(some.map((offer) => askOffer(offer, { probe, direct, base, ...parts })))))
    }
    return summary(asked, parts.terms !== null)
  } catch (error) {
    // Another check says why.
    if (error instanceof UpstreamUnreachable) return []
    throw error
  } finally {
    probe.close()
    direct.close()
  }
}

function summary(asked: readonly Asked[], isRead: boolean): readonly Finding[] {
  const faulty = asked.flatMap((one) => (one.kind === 'faulty' ? one.findings : []))
  const sold = asked.filter(({ kind }) => kind === 'sold')
  const off = asked.filter(({ kind }) => kind === 'off').map(({ offer }) => offer.id)
  if (sold.length === 0 && faulty.length === 0) {
    const fix = 'the log of the service says at its start what each setting adds (SOURCES_ACCEPTED, RPC_URL_…, BROWSER, TEXT_TOOLS)'
    return [check.fault(`none of ${counted(asked.length, 'priced offer')} is sold now`, fix)]
  }
  const how = isRead ? 'ask for payment correctly' : 'ask for payment; add readiness to GOODS to have their terms read too'
  const also = off.length === 0 ? '' : `; switched off: ${off.join(', ')}`
  return [...together(faulty), ...(sold.length === 0 ? [] : [check.ok(`${sold.length} of ${asked.length} priced offers ${how}${also}`)])]
}

/** The same fault of many offers is one finding. */
function together(findings: readonly Finding[]): readonly Finding[] {
  const groups = Map.groupBy(findings, ({ status, found, fix }) => `${status} ${found} ${fix}`)
  return [...groups.values()].map((group) => ({ ...group[0]!, subject: group.map(({ subject }) => subject).join(', ') }))
}

async function askOffer(
  offer: AnyOffer,
  parts: OffersParts & { readonly probe: SiteProbe; readonly direct: SiteProbe; readonly base: string },
): Promise<Asked> {
  const { probe, direct, base, clock } = parts
  const { method, url, body } = exampleRequest(offer, '')
  const request = {
    method,
    ...(takesBody(method) ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    timeoutMs: askMs,
  }
  const answer = await probe.ask(url, request)
  if (answer.status === 402) {
    const known = { payees: parts.payTo === null ? [] : [parts.payTo], now: clock.now() }
    const { faults, amounts } = parts.terms?.read(received(answer, base + url), known) ?? { faults: [], amounts: [] }
    const findings = [...faults.flatMap((fault) => findingOn(offer, fault)), ...priceFindings(offer, amounts)]
    return findings.length > 0 ? { kind: 'faulty', offer, findings } : { kind: 'sold', offer }
  }
  if (answer.status === 503 && answer.body.includes('"retryable":false')) return { kind: 'off', offer }
  return { kind: 'faulty', offer, findings: [await refusal(offer, answer, () => direct.ask(url, request))] }
}

function received({ status, headers, body }: ProbeAnswer, url: string) {
  const lists = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? [value] : value] as const],
  )
  return { status, headers: new Map(lists), body, url }
}

function findingOn({ id }: AnyOffer, { code, field, severity, detail, fix }: TermsFault): readonly Finding[] {
  const found = `${detail}${field === null ? '' : ` (${code} in ${field.replace(/\[\d+\]/, '')})`}`
  if (severity === 'note') return []
  return [severity === 'error' ? check.fault(found, fix, id) : check.warning(found, fix, id)]
}

function priceFindings(offer: AnyOffer, amounts: readonly (bigint | null)[]): readonly Finding[] {
  if (offer.access.kind === 'free') return []
  const [least, most] = [priceOf(offer), highestPriceOf(offer.access)]
  if (amounts.every((amount) => amount === null || (amount >= least && amount <= most))) return []
  const fix = 'run doctor with the version and the settings of the service, and restart the service after a change'
  return [check.warning('it asks for another price than these settings say', fix, offer.id)]
}

/** What is neither terms nor switched off: the proxy's answer where the service itself answers otherwise. */
async function refusal({ id }: AnyOffer, answer: ProbeAnswer, again: () => Promise<ProbeAnswer>): Promise<Finding> {
  const direct = await again().catch(() => null)
  if (direct?.status === 402) {
    const fix = 'let the proxy take response headers of 8 KB (nginx: proxy_buffer_size 8k), and pass 402 and its headers on'
    return check.fault(`the service answers 402, and the proxy makes ${answer.status} of it`, fix, id)
  }
  const code = /"code":"([a-z_]+)"/.exec(answer.body)?.[1]
  const fix =
    code === 'offer_unavailable' || code === 'payments_unavailable' || answer.status === 503
      ? 'see the findings about networks, gas and sources: nothing can be sold here until they are mended'
      : 'look into the log of the service'
  return check.fault(`it answers ${answer.status}${code === undefined ? '' : ` ${code}`} where it should ask for payment`, fix, id)
}
