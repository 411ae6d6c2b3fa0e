import { formatUsd, usd } from '../../../src/goods/kit/worker-side.ts'
import { sameAddress } from '../../../src/goods/kit/evm.ts'
import { isTreacherous, type Fault, type FaultCode } from './fault-table.ts'
import type { FoundOffer, FoundTerms } from './found-offer.ts'
import { lookAlike } from './look-alike.ts'
import { receivedText } from './offer-reader.ts'
import type { KnownNetwork } from './known-tokens.ts'
import { knownContract } from './known-contracts.ts'
import { statedPrices, type StatedPrices } from './stated-prices.ts'

export interface CheckedAgainst {
  readonly networks: ReadonlyMap<string, KnownNetwork>
  /** The address that was asked; null where it is not known. */
  readonly url: string | null
  /** Payees that the caller knows of this seller; empty where there are none. */
  readonly knownPayees: readonly string[]
}

const absurd = usd('1000000')
const tiny = 10n
const longSeconds = 3_600
const hugeSeconds = 86_400
const shortSeconds = 10
/** The zero address, those of precompiled contracts, and those that are used to burn. */
const unusable = /^0x(?:0{36}[\da-f]{4}|dead0{12}[\da-f]{24}|f{40})$/i

/** The same terms with the faults that only a comparison shows. It asks nothing of any network. */
export function checkTerms({ offers, faults }: FoundTerms, against: CheckedAgainst): FoundTerms {
  const checked = offers.map((offer) => ({ ...offer, faults: [...offer.faults, ...offerFaults(offer, against)] }))
  return { offers: checked, faults: [...faults, ...disagreements(checked), ...payeesAlike(checked), ...resourceFaults(checked, against)] }
}

/** Whether an offer or the answer as a whole has a fault that no honest seller has a reason for. */
export function hasTrap({ offers, faults }: FoundTerms): boolean {
  return [...faults, ...offers.flatMap((offer) => offer.faults)].some(isTreacherous)
}

function offerFaults(offer: FoundOffer, against: CheckedAgainst): Fault[] {
  const found: Fault[] = []
  const add = (code: FaultCode, member: string, received?: unknown) =>
    found.push({ code, field: `${offer.id}.${member}`, received: receivedText(received) })
  checkToken(offer, against.networks, add)
  checkAmount(offer, add)
  checkPayee(offer, against, add)
  checkTimeout(offer, add)
  return found
}

type Add = (code: FaultCode, member: string, received?: unknown) => void

function checkToken(offer: FoundOffer, networks: CheckedAgainst['networks'], add: Add): void {
  const { network: id, asset } = offer
  if (id === null) return
  if (!id.startsWith('eip155:')) return add('network_not_evm', 'network', id)
  const network = networks.get(id)
  if (!network) return add('network_unknown', 'network', id)
  if (network.test) add('test_network', 'network', id)
  if (asset === null) return
  const { usdc } = network
  if (usdc === null) return add('token_not_checked', 'asset', asset)
  if (asset !== usdc.address) return add(wrongToken(offer, networks), 'asset', asset)
  checkDomain(offer, usdc.domain, add)
}

function wrongToken({ asset, domain }: FoundOffer, networks: CheckedAgainst['networks']): FaultCode {
  if ([...networks.values()].some(({ usdc }) => usdc?.address === asset)) return 'token_of_other_network'
  const claimed = domain?.name?.toLowerCase().replace(/[^a-z]/g, '') ?? ''
  return claimed.includes('usdc') || claimed.includes('usdcoin') ? 'token_impersonates' : 'token_not_canonical'
}

/** MPP has no domain in its charges: its clients know the token. */
function checkDomain({ domain, protocol, scheme }: FoundOffer, right: { name: string; version: string } | null, add: Add): void {
  if (protocol === 'mpp' || scheme !== 'exact') return
  if (!domain?.name || !domain.version) return add('domain_missing', 'extra')
  if (right === null) return
  if (domain.name !== right.name) add('domain_name_wrong', 'extra.name', domain.name)
  if (domain.version !== right.version) add('domain_version_wrong', 'extra.version', domain.version)
}

function checkAmount({ amount, description }: FoundOffer, add: Add): void {
  if (amount === null) return
  if (amount >= absurd) return add('amount_absurd', 'amount', amount)
  if (amount < tiny) return add('amount_tiny', 'amount', amount)
  const fault = priceFault(amount, statedPrices(description ?? ''))
  if (fault !== null) add(fault, 'amount', amount)
}

/** What a description says against the amount; null where it states that price, or none. */
function priceFault(amount: bigint, { prices, free, bare, isRange }: StatedPrices): FaultCode | null {
  const inDollars = prices.flatMap((one) => (one.price === null ? [] : [{ ...one, price: one.price }]))
  const same = inDollars.filter(({ price }) => price === amount)
  if (same.length > 0) return same.every(({ perPeriod }) => perPeriod) ? 'price_per_period' : null
  if (free) return 'price_stated_free'
  const meant = inDollars.filter(({ ofGoods }) => !ofGoods)
  const [first, ...more] = meant
  if (first?.kind === 'signed' && more.every(({ price }) => price === first.price))
    return amount > first.price ? 'amount_above_description' : 'amount_below_description'
  // Several prices describe more than this call, and words may be about the goods. So these are only odd.
  if (inDollars.length > 0 && inDollars.every(({ price }) => amount > price)) return 'amount_above_prices'
  if (first && meant.every(({ price }) => amount < price)) return 'amount_below_description'
  if (first && !isRange) return 'amount_not_stated'
  if (prices.some(({ kind, ofGoods }) => kind === 'other' && !ofGoods)) return 'price_other_currency'
  const written = [formatUsd(amount), String(amount)].map(Number)
  return bare.length > 0 && !bare.some((one) => written.includes(Number(one))) ? 'amount_not_stated' : null
}

function checkPayee({ payTo, asset }: FoundOffer, { networks, knownPayees }: CheckedAgainst, add: Add): void {
  if (payTo === null) return
  if (unusable.test(payTo)) return add('payee_unusable', 'payTo', payTo)
  const isToken =
    (asset !== null && sameAddress(payTo, asset)) || [...networks.values()].some(({ usdc }) => usdc && sameAddress(payTo, usdc.address))
  if (isToken) return add('payee_is_token', 'payTo', payTo)
  const contract = knownContract(payTo)
  if (contract !== null) return add(contract, 'payTo', payTo)
  if (knownPayees.length === 0 || knownPayees.some((known) => sameAddress(known, payTo))) return
  add(knownPayees.some((known) => lookAlike(known, payTo)) ? 'payee_looks_like_known' : 'payee_not_known', 'payTo', payTo)
}

function checkTimeout({ maxTimeoutSeconds: seconds }: FoundOffer, add: Add): void {
  if (seconds === null) return
  if (seconds > hugeSeconds) add('timeout_huge', 'maxTimeoutSeconds', seconds)
  else if (seconds > longSeconds) add('timeout_long', 'maxTimeoutSeconds', seconds)
  else if (seconds < shortSeconds) add('timeout_short', 'maxTimeoutSeconds', seconds)
}

/** One protocol may list several networks, for which prices differ. So only offers of the same network are compared. */
function disagreements(offers: readonly FoundOffer[]): Fault[] {
  const pairs = offers.flatMap((one, index) => offers.slice(index + 1).map((other) => [one, other] as const))
  const compared = pairs.filter(
    ([one, other]) => one.protocol !== other.protocol && one.network !== null && one.network === other.network && one.asset === other.asset,
  )
  const price = compared.find(([one, other]) => one.amount !== null && other.amount !== null && one.amount !== other.amount)
  const payee = compared.find(([one, other]) => one.payTo !== null && other.payTo !== null && !sameAddress(one.payTo, other.payTo))
  const between = (pair: readonly [FoundOffer, FoundOffer]) => `${pair[0].id}, ${pair[1].id}`
  return [
    ...(price ? [{ code: 'protocols_disagree_price', field: between(price), received: null } as const] : []),
    ...(payee ? [{ code: 'protocols_disagree_payee', field: between(payee), received: null } as const] : []),
  ]
}

function payeesAlike(offers: readonly FoundOffer[]): Fault[] {
  const payees = [...new Set(offers.flatMap(({ payTo }) => (payTo === null ? [] : [payTo.toLowerCase()])))]
  const pair = payees.some((one, index) => payees.slice(index + 1).some((other) => lookAlike(one, other)))
  return pair ? [{ code: 'payees_look_alike', field: 'payTo', received: null }] : []
}

function resourceFaults(offers: readonly FoundOffer[], { url }: CheckedAgainst): Fault[] {
  const asked = url === null ? null : URL.parse(url)
  const faults = offers.flatMap(({ id, resource }): Fault[] => {
    const named = resource === null ? null : URL.parse(resource)
    // A name without a host says nothing about where it is.
    if (named === null || asked === null) return []
    if (named.hostname !== asked.hostname)
      return [{ code: 'resource_other_host', field: `${id}.resource`, received: receivedText(resource) }]
    if (named.protocol === 'http:' && asked.protocol === 'https:')
      return [{ code: 'resource_not_https', field: `${id}.resource`, received: receivedText(resource) }]
    return []
  })
  // All offers of one header share their resource.
  return faults.filter(({ code, received }, index) => faults.findIndex((one) => one.code === code && one.received === received) === index)
}
