import type { NetworkId } from '../chain/chain.ts'
import type { HttpAnswer } from '../net/exchange.ts'
import { decodePaymentRequired, type PaymentRequired } from '../payments/x402/decode-required.ts'
import { encodePaymentSignature } from '../payments/x402/encode-payment.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Random } from '../shared/random.ts'
import { accountOf, type PayingAccount } from './account.ts'
import { chooseRequirement } from './choose-requirement.ts'
import { PaymentDeclined } from './payment-declined.ts'
import { isSandbox, readSandboxKey } from './sandbox-key.ts'
import { sendPaid, type PaidCall, type PaidResult } from './send-paid.ts'
import type { SendRequest } from './send-request.ts'
import { signAuthorization } from './sign-authorization.ts'
import { checkPrice, defaultMaximum } from './spend-limit.ts'

export interface PayParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly send: SendRequest
}

export interface PayCall {
  readonly url: string
  /** GET, or POST where there is a body. */
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Signs for real money; never for a sandbox. */
  readonly account?: PayingAccount | null
  /** A key that was made for a sandbox; without one the sandbox's own example wallet pays. */
  readonly sandboxAccount?: PayingAccount | null
  /** Pay on this network only. */
  readonly network?: NetworkId | null
  /** Most that the call may cost, in USDC base units; 0.10 USDC when not given. */
  readonly maximum?: bigint
  /** Sign even where the terms came over plain HTTP from another machine. */
  readonly insecure?: boolean
}

export type PayResult =
  /** Answered without any payment, with whatever status. */
  { readonly kind: 'unpaid'; readonly answer: HttpAnswer } | PaidResult

const firstAnswerMs = 60_000
const largestAnswer = 64 * 1024 * 1024

/**
 * Makes a call, and pays for it if that is asked and allowed. Signs once at most: whatever happens after that, the same
 * payment is sent again, so that no call is ever paid twice.
 * @throws PaymentDeclined when it would not pay; UpstreamUnreachable or UpstreamGarbage when the service gave no answer before anything was signed.
 */
export async function payCall(call: PayCall, parts: PayParts): Promise<PayResult> {
  const signed = await signCall(call, parts)
  return signed.kind === 'unpaid' ? signed : sendPaid(signed.paid, parts)
}

export type SignedCall = { readonly kind: 'unpaid'; readonly answer: HttpAnswer } | { readonly kind: 'signed'; readonly paid: PaidCall }

/** Asks for the terms and signs for them under the same limits, and sends nothing: whoever has the payment can spend it. */
export async function signCall(call: PayCall, parts: PayParts): Promise<SignedCall> {
  const service = new URL(call.url)
  const request = {
    method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
    headers: { accept: '*/*', ...(call.body === undefined ? {} : { 'content-type': 'application/json' }), ...call.headers },
    ...(call.body === undefined ? {} : { body: call.body }),
    maxBytes: largestAnswer,
  } as const
  const first = await parts.send(service, { ...request, timeoutMs: firstAnswerMs })
  if (first.status !== 402) return { kind: 'unpaid', answer: first }

  const required = readTerms(first)
  const accepted = chooseRequirement(required.accepts, call.network ?? null)
  checkPrice(accepted.amount, call.maximum ?? defaultMaximum)
  checkConnection(service, call.insecure ?? false)
  const account = isSandbox(first.body) ? await sandboxAccount(call, parts.send, service) : realAccount(call)
  const authorization = await signAuthorization(account, accepted, parts)
  const idempotencyKey = ownIdempotencyKey(request.headers) ?? Buffer.from(parts.random.bytes(16)).toString('hex')
  const payment: PaidCall['payment'] = {
    network: accepted.network,
    payer: account.address,
    signed: accepted.amount,
    idempotencyKey,
    header: encodePaymentSignature({ required, accepted, authorization, paymentIdentifier: idempotencyKey }),
  }
  return { kind: 'signed', paid: { service, request, payment } }
}

function readTerms(answer: HttpAnswer): PaymentRequired {
  const header = answer.header('payment-required')
  if (header === null)
    throw new PaymentDeclined('not_payable', 'the service asks for payment without saying how (there is no PAYMENT-REQUIRED header)')
  const decoded = decodePaymentRequired(header)
  if (!decoded.ok) throw new PaymentDeclined('not_payable', `the service's terms can't be read: ${decoded.reason}`)
  return decoded.required
}

function ownIdempotencyKey(headers: Readonly<Record<string, string>>): string | null {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1] ?? null
}

function checkConnection(service: URL, insecure: boolean): void {
  if (service.protocol === 'https:' || insecure) return
  const { hostname } = service
  if (hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)) return
  throw new PaymentDeclined('insecure', 'the terms came over plain HTTP from another machine, so anybody in between may have changed them')
}

function realAccount({ account, sandboxAccount: onlySandbox }: PayCall): PayingAccount {
  if (account) return account
  if (onlySandbox) throw new PaymentDeclined('wrong_world', 'the service takes real money, and the key is one for a sandbox')
  throw new PaymentDeclined('no_key', 'there is no key to pay with')
}

/** A sandbox has real chain ids and token addresses, so a signature made for it is good for real money as well: only keys that own none may sign. */
async function sandboxAccount(call: PayCall, send: SendRequest, service: URL): Promise<PayingAccount> {
  if (call.sandboxAccount) return call.sandboxAccount
  if (call.account)
    throw new PaymentDeclined('wrong_world', 'the service is a sandbox, where a signature of a real key could be used to take real money')
  const key = await readSandboxKey(send, service)
  if (key === null) throw new PaymentDeclined('no_key', 'the service is a sandbox and names no wallet to pay with')
  return accountOf(key)
}
