import type { NetworkId } from '../chain/chain.ts'
import type { UpstreamResponse } from '../net/exchange.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Method } from '../shared/http-methods.ts'
import type { Random } from '../shared/random.ts'
import { checkConnection } from './check-connection.ts'
import { realAccount, sandboxAccount, type PayersAccounts } from './choose-account.ts'
import { payHash } from './pay-hash.ts'
import { mayWantOtherNonce, payMpp } from './pay-mpp.ts'
import { payX402 } from './pay-x402.ts'
import { PaymentDeclined } from './payment-declined.ts'
import { isSandbox, readSandboxWorld } from './sandbox-world.ts'
import { sendPaid, type PaidCall, type PaidResult, type PayProgress } from './send-paid.ts'
import type { SendRequest } from './send-request.ts'
import { checkPrice, defaultMaximum } from './spend-limit.ts'
import type { OwnTransaction, WayOfPaying } from './way-of-paying.ts'

export interface PayParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly send: SendRequest
}

export const payingProtocols = ['x402', 'mpp', 'hash'] as const
export type PayingProtocol = (typeof payingProtocols)[number]

export interface PayCall extends PayersAccounts {
  readonly url: string
  /** GET by default, or POST where there is a body. */
  readonly method?: Method | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** x402 by default; `hash` is MPP by a transaction of the payer's own. */
  readonly protocol?: PayingProtocol
  /** Pay on this network only. */
  readonly network?: NetworkId | null
  /** The node for the payer's own transaction; a sandbox names its own nodes. */
  readonly rpcUrl?: string | null
  /** The call may cost at most this, in USDC base units; 0.10 USDC by default. */
  readonly maximum?: bigint
  /** Sign even when the terms came over plain HTTP from another machine. */
  readonly insecure?: boolean
  /** Called before a transaction of the payer's own is sent. A payer who loses its hash and credential has paid for nothing. */
  readonly announce?: (payment: PaidCall['payment']) => void
  /** Called with each step, for a person who waits. */
  readonly onProgress?: (progress: PayProgress) => void
}

export type PayResult =
  /** The service answered without a payment, with any status. */
  { readonly kind: 'unpaid'; readonly answer: UpstreamResponse } | PaidResult

const firstAnswerMs = 60_000
const maxAnswerBytes = 64 * 1024 * 1024

/**
 * Makes a call, and pays for it if the service asks and the limits allow. Signs once: whatever happens then, it sends
 * the same payment again, so that no call is paid twice. Only a payment by MPP whose nonce the service did not take is signed a second
 * time, with the nonce in its other form, where the limit covers both.
 * @throws PaymentDeclined when it did not pay; UpstreamUnreachable or UpstreamGarbage when the service gave no answer before anything was signed
 */
export async function payCall(call: PayCall, parts: PayParts): Promise<PayResult> {
  const paid = await payOnce(call, wayOfPaying(call.protocol ?? 'x402', parts), parts)
  if (call.protocol !== 'mpp' || paid.kind === 'unpaid' || !mayWantOtherNonce(paid)) return paid
  // The first authorization stays valid for minutes, so both together must be within what the call may cost.
  const left = (call.maximum ?? defaultMaximum) - paid.payment.signed
  if (paid.payment.signed > left) return paid
  return payOnce({ ...call, maximum: left }, payMpp(parts, 'listed'), parts)
}

async function payOnce(call: PayCall, way: WayOfPaying, parts: PayParts): Promise<PayResult> {
  const prepared = await prepareCall(call, way, parts)
  if (prepared.kind === 'unpaid') return prepared
  const { paid, transaction, terms } = prepared
  const { signed: amount, network, payer } = paid.payment
  call.onProgress?.({ kind: 'signed', amount, network, payer })
  if (transaction !== null) {
    call.announce?.(paid.payment)
    call.onProgress?.({ kind: 'transferring' })
    const failure = await transaction.pay()
    if (failure !== null)
      return { kind: 'refused', answer: terms, payment: { ...paid.payment, settlement: null, receipt: null }, reason: failure }
  }
  return sendPaid(paid, parts, call.onProgress)
}

export type SignedCall =
  | { readonly kind: 'unpaid'; readonly answer: UpstreamResponse }
  | { readonly kind: 'signed'; readonly paid: PaidCall }

/** Asks for the terms, signs for them under the same limits, and sends nothing. Everybody who has the payment can spend it. */
export function signCall(call: PayCall & { readonly protocol?: Exclude<PayingProtocol, 'hash'> }, parts: PayParts): Promise<SignedCall> {
  return prepareCall(call, wayOfPaying(call.protocol ?? 'x402', parts), parts)
}

interface PreparedCall {
  readonly kind: 'signed'
  readonly paid: PaidCall
  readonly transaction: OwnTransaction | null
  /** The 402 that is paid. */
  readonly terms: UpstreamResponse
}

async function prepareCall(
  call: PayCall,
  way: WayOfPaying,
  parts: PayParts,
): Promise<PreparedCall | { kind: 'unpaid'; answer: UpstreamResponse }> {
  const service = new URL(call.url)
  const wanted = call.network ?? null
  const request = {
    method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
    headers: {
      accept: '*/*',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...way.askFor(wanted),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: call.body }),
    maxBytes: maxAnswerBytes,
  } as const
  let first = await parts.send(service, { ...request, timeoutMs: firstAnswerMs })
  if (first.status !== 402) return { kind: 'unpaid', answer: first }
  if (request.method === 'HEAD') {
    // Only a body says whether the service is a sandbox.
    first = await parts.send(service, { ...request, method: 'GET', timeoutMs: firstAnswerMs })
    if (first.status !== 402) throw new PaymentDeclined('not_payable', 'the service asks for payment for HEAD but not for GET')
  }

  const terms = way.readTerms(first, wanted)
  checkPrice(terms.amount, call.maximum ?? defaultMaximum)
  checkConnection(service, call.insecure ?? false)
  const sandbox = isSandbox(first.body)
  const world = () => readSandboxWorld(parts.send, service)
  const account = sandbox ? await sandboxAccount(call, world) : realAccount(call)
  const idempotencyKey = ownHeader(request.headers, 'idempotency-key') ?? Buffer.from(parts.random.bytes(16)).toString('hex')
  const { credential, transaction } = await terms.sign({
    account,
    idempotencyKey,
    authorizationTaken: ownHeader(request.headers, 'authorization') !== null,
    async rpcUrl(network) {
      const url = call.rpcUrl ?? (sandbox ? (await world()).rpcUrls.get(network) : null)
      if (url) return url
      throw new PaymentDeclined('no_chain', `sending a transaction on ${network} needs a node, and none is named`)
    },
  })
  const payment: PaidCall['payment'] = {
    network: terms.network,
    payer: account.address,
    signed: terms.amount,
    idempotencyKey,
    credential,
    transaction: transaction?.hash ?? null,
  }
  return { kind: 'signed', paid: { service, request, payment }, transaction, terms: first }
}

function wayOfPaying(protocol: PayingProtocol, parts: PayParts): WayOfPaying {
  switch (protocol) {
    case 'x402':
      return payX402(parts)
    case 'mpp':
      return payMpp(parts)
    case 'hash':
      return payHash(parts)
  }
}

function ownHeader(headers: Readonly<Record<string, string>>, name: string): string | null {
  return Object.entries(headers).find(([own]) => own.toLowerCase() === name)?.[1] ?? null
}
