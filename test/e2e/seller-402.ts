import { checksumAddress } from '../../src/chain/address.ts'
import { encodeChargeRequest } from '../../src/payments/mpp/charge-request.ts'

/* The 402 of a seller in order, and ways to spoil it. */

const host = 'api.seller.example'
export const url = `https://${host}/v1/quote`
export const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const usdcOnBaseSepolia = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const usdcOnPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'
/** Nobody has used it. */
export const payee = checksumAddress('0x209693bc6afc0c5328ba36faf03c514ef312287c')
/** Begins and ends like the payee. */
export const alike = checksumAddress(`0x2096${'0'.repeat(32)}287c`)

export const entry = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: usdcOnBase,
  payTo: payee,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const resource = { url, description: 'A quote for $0.01' }

/** Addresses that nobody uses. */
export const stranger = (digits: string) => `0x${digits.repeat(20)}`

export const base64 = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value), 'utf8').toString('base64')
export const v2 = (changed: object = {}, terms: object = {}) => ({
  x402Version: 2,
  resource,
  accepts: [{ ...entry, ...changed }],
  ...terms,
})
export const paste = (terms: unknown, more: object = {}) => ({ url, headers: { 'PAYMENT-REQUIRED': base64(terms) }, ...more })
export const v1 = (changed: object = {}) => {
  const { amount, ...rest } = entry
  return {
    x402Version: 1,
    accepts: [{ ...rest, network: 'base', maxAmountRequired: amount, resource: url, description: 'A quote', ...changed }],
  }
}

/** An instant as challenges state it. */
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const charge = {
  amount: 10_000n,
  currency: usdcOnBase,
  recipient: payee,
  chainId: 8453,
  credentialTypes: ['authorization'],
  decimals: 6,
} as const
export const challenge = (
  changed: Partial<Record<keyof typeof charge, unknown>> = {},
  params: Readonly<Record<string, string | null>> = {},
) => {
  const request = encodeChargeRequest({ ...charge, ...changed } as never)
  const all = { id: 'x1', realm: host, method: 'evm', intent: 'charge', request, expires: inMinutes(5), ...params }
  return `Payment ${Object.entries(all)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}="${value}"`]))
    .join(', ')}`
}
export const mpp = (text: string) => ({ url, headers: { 'WWW-Authenticate': text } })
