import type { privateKeyToAccount } from 'viem/accounts'
import type { Chain } from '../src/chain/chain.ts'
import { systemRandom, systemTimers } from '../src/ops/system.ts'
import { toHex, type Hex } from '../src/shared/bytes.ts'

export type Account = ReturnType<typeof privateKeyToAccount>

export const priceOfBitcoin = '/v1/market/price/BTC'

interface Requirement {
  readonly scheme: string
  readonly network: string
  readonly amount: string
  readonly asset: Hex
  readonly payTo: Hex
  readonly maxTimeoutSeconds: number
  readonly extra: { readonly name: string; readonly version: string }
}

/** The terms of a route, as its 402 header has them. */
export async function termsOf(
  url: string,
  path: string,
  request: RequestInit = {},
): Promise<{ accepts: Requirement[]; resource: unknown }> {
  const response = await fetch(url + path, request)
  if (response.status !== 402) throw new Error(`expected a 402 from ${path}, got ${response.status}`)
  await response.body?.cancel()
  return JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8'))
}

export interface SignOptions {
  readonly network?: string
  readonly amount?: bigint
  readonly nonce?: Hex
  readonly payTo?: Hex
  readonly validAfter?: bigint
  readonly validBefore?: bigint
  readonly paymentIdentifier?: string
}

/** A payment header made by hand. Of the client libraries it uses only viem's typed-data signing. */
export async function signPayment(
  terms: { accepts: Requirement[]; resource: unknown },
  account: Account,
  options: SignOptions = {},
): Promise<string> {
  const accepted = terms.accepts.find((one) => one.network === (options.network ?? 'eip155:8453'))!
  const authorization = {
    from: account.address,
    to: options.payTo ?? accepted.payTo,
    value: String(options.amount ?? BigInt(accepted.amount)),
    validAfter: String(options.validAfter ?? 0n),
    validBefore: String(options.validBefore ?? BigInt(Math.floor(Date.now() / 1000) + accepted.maxTimeoutSeconds)),
    nonce: options.nonce ?? toHex(systemRandom.bytes(32)),
  }
  const signature = await account.signTypedData({
    domain: { ...accepted.extra, chainId: Number(accepted.network.split(':')[1]), verifyingContract: accepted.asset },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  })
  return encodePayment({
    x402Version: 2,
    resource: terms.resource,
    accepted,
    payload: { signature, authorization },
    ...(options.paymentIdentifier === undefined
      ? {}
      : { extensions: { 'payment-identifier': { info: { required: false, id: options.paymentIdentifier } } } }),
  })
}

export function encodePayment(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

export function decodePayment(header: string): Record<string, any> {
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
}

/** The nonce of a payment header's authorization. */
export function nonceIn(payment: string): string {
  return decodePayment(payment)['payload'].authorization.nonce
}

/** Requests the terms, signs, and calls. */
export async function pay(
  url: string,
  account: Account,
  options: SignOptions & { path: string; headers?: Record<string, string>; method?: string; body?: string },
): Promise<Response> {
  const { method = 'POST', headers = {}, body } = options
  const request = body === undefined ? {} : { method, headers, body }
  const payment = await signPayment(await termsOf(url, options.path, request), account, options)
  return callWith(url + options.path, payment, options)
}

export function callWith(
  address: string,
  payment: string,
  { method = 'GET', headers, body }: { headers?: Record<string, string>; method?: string; body?: string } = {},
): Promise<Response> {
  return fetch(address, { method, headers: { 'PAYMENT-SIGNATURE': payment, ...headers }, ...(body === undefined ? {} : { body }) })
}

/**
 * Calls with a payment until there is another answer than a 503 or 504, as a client does that is told to come again. For tests of what
 * comes then: on a busy machine an answer, or its settlement, may take too long.
 */
export async function callUntilAnswered(address: string, payment: string, options: Parameters<typeof callWith>[2] = {}): Promise<Response> {
  for (;;) {
    const response = await callWith(address, payment, options)
    if (response.status !== 503 && response.status !== 504) return response
    await response.body?.cancel()
    await systemTimers.sleep(100)
  }
}

export interface Receipt {
  readonly id: string
  readonly state: string
  readonly protocol: string
  readonly network: string
  readonly transaction: string | null
  readonly charged: { readonly usd: string; readonly baseUnits: string }
}

/** The receipt that an answer links to. */
export async function receiptOf(response: Response): Promise<Receipt> {
  const link = /<([^>]+)>; rel="receipt"/.exec(response.headers.get('link') ?? '')?.[1]
  if (!link) throw new Error(`no receipt link on a ${response.status}: ${await response.text()}`)
  return (await (await fetch(link)).json()) as Receipt
}

/** USDC that an address holds. */
export async function usdcOf(chain: Chain, holder: string): Promise<bigint> {
  const data = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`
  return BigInt(await chain.rpc.call<string>('eth_call', [{ to: chain.network.asset, data }, 'latest']))
}
