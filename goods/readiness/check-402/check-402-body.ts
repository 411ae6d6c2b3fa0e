import { formatUsd } from '../../../src/goods/kit/worker-side.ts'
import { checksumAddress, type Hex } from '../../../src/goods/kit/evm.ts'
import { faultTable, severityOf, type Fault } from '../payment-terms/fault-table.ts'
import type { FoundOffer, FoundTerms } from '../payment-terms/found-offer.ts'
import type { KnownNetwork } from '../payment-terms/known-tokens.ts'
import type { Advice, OfferAdvice } from './advise.ts'
import type { Check402Body } from './check-402-answer.ts'
import type { ScreenedPayee } from './screen-payees.ts'

export interface Checked402 {
  readonly url: string | null
  readonly status: number | null
  readonly terms: FoundTerms
  readonly advices: ReadonlyMap<string, OfferAdvice>
  readonly advice: Advice
  readonly payees: readonly ScreenedPayee[]
  readonly networks: ReadonlyMap<string, KnownNetwork>
}

/** The answer without its `meta`. */
export function check402Body({ url, status, terms, advices, advice, payees, networks }: Checked402): Omit<Check402Body, 'meta'> {
  return {
    url,
    status,
    advice: {
      action: advice.action,
      maxUsd: advice.max === null ? null : formatUsd(advice.max),
      offer: advice.offer,
      reasons: [...advice.reasons],
    },
    offers: terms.offers.map((offer) => offerBody(offer, advices.get(offer.id)!, networks)),
    faults: terms.faults.map(faultBody),
    payees: payees.map(payeeBody),
  }
}

function faultBody(fault: Fault): Check402Body['faults'][number] {
  const { detail, fix } = faultTable[fault.code]
  return { code: fault.code, severity: severityOf(fault), field: fault.field, received: fault.received, detail, fix }
}

function offerBody(offer: FoundOffer, { action, reasons }: OfferAdvice, networks: Checked402['networks']): Check402Body['offers'][number] {
  const network = offer.network === null ? undefined : networks.get(offer.network)
  const canonical = offer.asset === null || !network?.usdc ? null : offer.asset === network.usdc.address
  return {
    id: offer.id,
    protocol: offer.protocol,
    scheme: offer.scheme,
    network: offer.network,
    networkName: network?.name ?? null,
    testNetwork: network?.test ?? null,
    asset: offer.asset === null ? null : checksumAddress(offer.asset),
    canonicalToken: canonical,
    domain: offer.domain,
    domainRight: canonical === true ? domainRight(offer, network!) : null,
    amountBaseUnits: offer.amount === null ? null : String(offer.amount),
    priceUsd: canonical === true && offer.amount !== null ? formatUsd(offer.amount) : null,
    payTo: offer.payTo === null ? null : checksumAddress(offer.payTo as Hex),
    maxTimeoutSeconds: offer.maxTimeoutSeconds,
    resourceUrl: offer.resource,
    expiresAt: offer.expiresAt === null ? null : new Date(offer.expiresAt).toISOString(),
    action,
    reasons: [...reasons],
    faults: offer.faults.map(faultBody),
  }
}

function domainRight({ protocol, domain }: FoundOffer, { usdc }: KnownNetwork): boolean | null {
  if (protocol === 'mpp' || domain === null || !usdc?.domain) return null
  return domain.name === usdc.domain.name && domain.version === usdc.domain.version
}

function payeeBody({ address, sanctions, lists, score: known, isScoreShown }: ScreenedPayee): Check402Body['payees'][number] {
  const score = isScoreShown ? known : null
  return {
    address: checksumAddress(address),
    sanctions,
    lists: [...lists],
    score: score?.score ?? null,
    tier: score?.tier ?? null,
    observedShare: score?.observedShare ?? null,
  }
}
