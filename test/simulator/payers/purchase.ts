import { transferIdentity, authorizationIdentity } from '../../../src/ledger/payments/identity.ts'
import type { Authorization } from '../../../src/chain/chain.ts'
import { offerAtPrice } from '../../../src/gate/terms/offer-at-price.ts'
import { prepareInput } from '../../../src/gate/input/prepared-input.ts'
import type { AnyOffer } from '../../../src/offers/offer.ts'
import type { GateOutcome } from '../../../src/gate/outcome.ts'
import { isOfPayment } from '../../../src/payments/wire/refusals.ts'
import { authorizationFor, buildMppCredential } from '../../../src/payments/mpp/build-credential.ts'
import type { ChallengeParams } from '../../../src/payments/mpp/challenge-params.ts'
import { decodeChargeRequest } from '../../../src/payments/mpp/charge-request.ts'
import { attributionMemo } from '../../../src/payments/mpp/memo.ts'
import { parsePaymentChallenges } from '../../../src/payments/mpp/parse-www-authenticate.ts'
import { encodePaymentSignature } from '../../../src/payments/x402/encode-payment.ts'
import { toHex, type Hex } from '../../../src/shared/bytes.ts'
import { prices, type OfferId } from '../service/test-offers.ts'
import type { Purchase, SeenAnswer } from './purchase-record.ts'
import { signTransfer } from '../world/wallet.ts'
import type { Payer, WorldChain } from '../world/payers-and-chains.ts'
import type { World } from '../world/world.ts'

/** What a payer wants to buy, and how. */
export interface PurchaseWish {
  readonly offerId: OfferId
  readonly chain: WorldChain
  readonly idempotencyKey?: string | null
  readonly validSeconds?: number
  /** What is bought; default: a request of its own. */
  readonly request?: string
  readonly query?: Readonly<Record<string, string>>
}

const seconds = (world: World) => Math.floor(world.time.clock.now() / 1000)

function newPurchase(world: World, payer: Payer, wish: PurchaseWish, by: Purchase['by'], headers: Record<string, string>): Purchase {
  const number = world.purchases.length + 1
  const { offerId, chain, idempotencyKey = null } = wish
  const purchase: Purchase = {
    number,
    payer,
    chain,
    offerId,
    request: wish.request ?? requestOf(world),
    query: wish.query ?? {},
    amount: prices[offerId],
    by,
    headers,
    idempotencyKey,
    answers: [],
    otherAnswers: [],
    refusals: [],
    problems: [],
    end: null,
    gone: false,
  }
  world.purchases.push(purchase)
  world.scenario.record(
    payer.name,
    `signs purchase ${number}: ${offerId} by ${by.kind} on ${chain.network.slug}, ${by.identity
      .split(':')
      .slice(by.kind === 'authorization' ? -1 : 3, by.kind === 'authorization' ? undefined : 4)
      .join('')
      .slice(0, 12)}`,
  )
  return purchase
}

/** A purchase by x402: a signature in PAYMENT-SIGNATURE. */
export function byX402(world: World, payer: Payer, wish: PurchaseWish): Purchase {
  const { network } = wish.chain
  const authorization = signTransfer(payer.wallet, network, {
    to: world.payTo,
    value: prices[wish.offerId],
    validAfter: 0n,
    validBefore: BigInt(seconds(world) + (wish.validSeconds ?? payer.random.between(60, 300))),
    nonce: toHex(payer.random.bytes(32)),
  })
  const identity = authorizationIdentity(network.id, network.asset, authorization.from, authorization.nonce)
  return newPurchase(world, payer, wish, { kind: 'authorization', authorization, identity }, x402Headers(world, wish, authorization))
}

export function x402Headers(world: World, { chain, offerId }: Pick<PurchaseWish, 'chain' | 'offerId'>, authorization: Authorization) {
  const { network } = chain
  const raw = {
    scheme: 'exact',
    network: network.id,
    amount: String(prices[offerId]),
    asset: network.asset,
    payTo: world.payTo,
    maxTimeoutSeconds: 300,
    extra: network.domain,
  }
  const required = { resource: { url: `http://shop.example/v1/${offerId}` }, extensions: {} }
  return { 'PAYMENT-SIGNATURE': encodePaymentSignature({ required, accepted: { raw }, authorization }) }
}

/** A fresh MPP challenge; null while the service is down. */
function askForChallenge(world: World, wish: PurchaseWish): ChallengeParams | null {
  const { offerId, chain } = wish
  const serviceProcess = world.service.serviceProcess
  if (serviceProcess === null) return null
  const { header } = serviceProcess.mpp
    .issuer({
      price: prices[offerId],
      payTo: world.payTo,
      network: chain.network,
      description: offerId,
      route: routeOf(world, serviceProcess.offers[offerId], wish),
      authorization: true,
    })
    .issue()
  return parsePaymentChallenges(header)[0] ?? null
}

/** What a challenge is for: where prices are computed it names the request, as the terms of the service do. */
function routeOf(world: World, offer: AnyOffer, { request = requestOf(world), query = {} }: PurchaseWish): string {
  if (offer.access.kind !== 'computed') return offer.route
  return offerAtPrice(offer, offer.access, prepareInput(offer, { path: {}, query: { ...query, request }, body: undefined })).route
}

/** The next purchase's own request. */
function requestOf(world: World): string {
  return `request-${world.purchases.length + 1}`
}

/** A purchase by MPP with an authorization that the service settles; null while the service is down. */
export function byMpp(world: World, payer: Payer, wish: PurchaseWish): Purchase | null {
  const challenge = askForChallenge(world, wish)
  const request = challenge && decodeChargeRequest(challenge.request)
  if (!challenge || !request?.ok) return null
  const { network } = wish.chain
  const latest = seconds(world) + (wish.validSeconds ?? payer.random.between(60, 300))
  const authorization = signTransfer(
    payer.wallet,
    network,
    authorizationFor(challenge, request.request, { from: payer.wallet.address, latest }),
  )
  const identity = authorizationIdentity(network.id, network.asset, authorization.from, authorization.nonce)
  const headers = { Authorization: buildMppCredential(challenge, { type: 'authorization', authorization }, network.chainId) }
  return newPurchase(world, payer, wish, { kind: 'authorization', authorization, identity }, headers)
}

/** A purchase by the payer's own transaction, which this function sends; null while the service is down. */
export function byTransfer(world: World, payer: Payer, wish: PurchaseWish, proof: 'memo' | 'bare' | 'legacy'): Purchase | null {
  const challenge = askForChallenge(world, wish)
  if (!challenge) return null
  const { network, simulated } = wish.chain
  const { address } = payer.wallet
  const value = prices[wish.offerId]
  const tail = proof === 'memo' ? attributionMemo({ id: challenge.id, realm: challenge.realm, client: null }) : undefined
  const transaction = simulated.act({ kind: 'transfer', from: address, to: world.payTo, value, ...(tail ? { tail } : {}) })
  const headers: Record<string, string> =
    proof === 'legacy'
      ? { 'X-PAYMENT': legacyHeader(network.id, transaction, value, seconds(world)) }
      : {
          Authorization: buildMppCredential(
            challenge,
            { type: 'hash', hash: transaction, from: address, signature: null },
            network.chainId,
          ),
        }
  const identity = transferIdentity({ network: network.id, transaction, payTo: world.payTo, amount: value, occurrence: 0 })
  return newPurchase(world, payer, wish, { kind: 'transfer', transaction, proof, identity }, headers)
}

export function legacyHeader(network: string, transaction: Hex, amount: bigint, timestamp: number): string {
  const payload = Buffer.from(JSON.stringify({ txHash: transaction, amount: String(amount), timestamp })).toString('base64')
  return JSON.stringify({ scheme: 'exact', network, payload })
}

/** What differs from the buyer's own request, address or key. */
export interface Changes {
  readonly client?: string
  readonly request?: string
  readonly idempotencyKey?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly offerId?: OfferId
}

/** Sends the payment once. Null when no answer came. Records the answer where request and address are the buyer's own. */
export async function present(world: World, purchase: Purchase, changes: Changes = {}): Promise<GateOutcome | null> {
  const { payer, offerId, request, query, headers, idempotencyKey } = purchase
  const asked = { offerId, request, query, headers, idempotencyKey, client: payer.client, ...changes }
  const { faults } = world.service
  let outcome: GateOutcome
  try {
    outcome = await world.service.call(asked)
  } catch {
    if (asked.offerId === 'daily') count(world.quotaUnknown, asked.client)
    return null
  }
  if (asked.offerId === 'daily') noteQuota(world, asked.client, { outcome, inDoubt: world.service.faults > faults })
  world.scenario.record(
    payer.name,
    `purchase ${purchase.number}${asked.request === request ? '' : ` (for ${asked.request})`}: ${describe(outcome)}`,
  )
  if (outcome.kind === 'refused' && outcome.refusal.code === 'internal_error') {
    world.breaches.push(`purchase ${purchase.number}: internal_error`)
  }
  if (asked.client !== payer.client || asked.headers !== headers) return outcome
  if (asked.request === request && asked.offerId === offerId) note(world, purchase, outcome)
  else if (outcome.kind === 'answer' && !outcome.unused) purchase.otherAnswers.push(seen(world, outcome))
  return outcome
}

/** While its client has a unit of the quota left, the call takes it and leaves the payment unused. */
function noteQuota(world: World, client: string, { outcome, inDoubt }: { outcome: GateOutcome; inDoubt: boolean }): void {
  if (outcome.kind === 'answer' && outcome.unused) count(world.quotaAnswers, client)
  // A run that failed, or a payment that was refused, may have kept its unit where the ledger failed too.
  else if ((outcome.kind === 'refused' && !isOfPayment(outcome.refusal)) || inDoubt) count(world.quotaUnknown, client)
}

function count(calls: Map<string, number>, client: string): void {
  calls.set(client, (calls.get(client) ?? 0) + 1)
}

function seen(world: World, { payment, body, status, headers }: GateOutcome & { kind: 'answer' }): SeenAnswer {
  // An answer of bytes is the same only where its status and its headers are.
  const head = status === 200 ? '' : `${status} ${JSON.stringify(headers)} `
  return { at: world.time.clock.now(), receipt: payment?.id ?? '', state: payment?.state ?? '', body: head + Buffer.from(body).toString() }
}

function note(world: World, purchase: Purchase, outcome: GateOutcome): void {
  if (outcome.kind === 'answer') {
    if (!outcome.unused) purchase.answers.push(seen(world, outcome))
    purchase.end = 'answered'
  } else if (outcome.kind === 'payment_required') {
    purchase.refusals.push('none')
    purchase.end ??= 'refused'
  } else if (isOfPayment(outcome.refusal)) {
    purchase.refusals.push(outcome.refusal.code)
    purchase.end ??= 'refused'
  } else {
    purchase.problems.push(outcome.refusal.code)
    if (isFinal(outcome)) purchase.end ??= 'refused'
  }
}

/** Whether waiting can't help. */
function isFinal(outcome: GateOutcome): boolean {
  if (outcome.kind !== 'refused') return false
  const { status } = outcome.refusal
  return status < 500 && ![409, 429].includes(status)
}

function describe(outcome: GateOutcome): string {
  switch (outcome.kind) {
    case 'answer':
      return `answered (${outcome.payment ? `${outcome.payment.state}, receipt ${outcome.payment.id.slice(0, 8)}` : 'free'}${outcome.replay ? ', again' : ''})`
    case 'payment_required':
      return '402'
    case 'refused':
      return `${outcome.refusal.status} ${outcome.refusal.code}`
  }
}

/** Sends the payment again while our answers say that waiting may help. */
export async function insist(world: World, purchase: Purchase, forMs: number, changes: Changes = {}): Promise<void> {
  const until = world.time.clock.now() + forMs
  for (;;) {
    const outcome = await present(world, purchase, changes)
    if (outcome !== null && outcome.kind !== 'refused') return
    if (outcome !== null && isFinal(outcome)) return
    const pause = outcome?.refusal.options.retryAfter ?? 2
    if (world.time.clock.now() + pause * 1000 > until) return
    await world.time.timers.sleep(pause * 1000)
  }
}

/** The same for several purchases at once. Null: one that could not be made. */
export async function insistOnAll(world: World, purchases: readonly (Purchase | null)[], forMs: number): Promise<void> {
  await Promise.all(purchases.filter((purchase) => purchase !== null).map((purchase) => insist(world, purchase, forMs)))
}
