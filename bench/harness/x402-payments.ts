import { randomBytes } from 'node:crypto'
import { findNetwork } from '../../src/chain/networks.ts'
import type { Network } from '../../src/chain/chain.ts'
import { toHex, type Hex } from '../../src/shared/bytes.ts'
import type { Connections } from './closed-loop.ts'
import { requestText } from './http-connection.ts'
import type { Payer } from './payers.ts'

/** The members of a server's PAYMENT-REQUIRED that a payment repeats. */
export interface X402Terms {
  readonly accepts: readonly { readonly network: string; readonly amount: string; readonly payTo: Hex }[]
  readonly resource: unknown
  readonly extensions?: unknown
}

/** All payments are made on this network. */
export const paidOn = 'eip155:8453'
/** How long a signature is valid. We refuse one that is valid for more than an hour. */
const validSeconds = 3_000

export function networkOf(id: string): Network {
  const network = findNetwork(id)
  if (!network) throw new Error(`unknown network ${id}`)
  return network
}

/** Asks a server for its terms. */
export async function termsOf(connections: Connections, path: string): Promise<X402Terms> {
  const [reply] = await connections.collect(1, () => requestText(path))
  const header = /\r\npayment-required: *(\S+)/i.exec(reply!.head)?.[1]
  if (reply!.status !== 402 || header === undefined) throw new Error(`${path}: expected the terms of x402, got status ${reply!.status}`)
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as X402Terms
}

/** A paid request as the official clients send it: their members, in their order, the server's extensions echoed. */
export function paidRequest(path: string, terms: X402Terms, payer: Payer): string {
  return requestText(path, { 'PAYMENT-SIGNATURE': paymentHeader(terms, payer) })
}

export function paymentHeader(terms: X402Terms, payer: Payer): string {
  const accepted = terms.accepts.find(({ network }) => network === paidOn)
  if (!accepted) throw new Error(`the terms have no ${paidOn}`)
  const { signature, from, to, value, validAfter, validBefore, nonce } = payer.sign(networkOf(paidOn), {
    to: accepted.payTo,
    value: BigInt(accepted.amount),
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1000) + validSeconds),
    nonce: toHex(randomBytes(32)),
  })
  const authorization = { from, to, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}`, nonce }
  const payload = {
    x402Version: 2,
    payload: { authorization, signature },
    extensions: terms.extensions,
    resource: terms.resource,
    accepted,
  }
  return Buffer.from(JSON.stringify(payload), 'utf8').toString('base64')
}
