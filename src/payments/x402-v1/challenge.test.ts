import { paymentRefusal } from '../wire/refusals.ts'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { PaymentRequiredV1Schema } from '@x402/core/schemas'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import { signedByPayer } from '../../chain/recover.ts'
import { checkTerms } from '../x402/check-terms.ts'
import { readXPayment } from '../x-payment/read-x-payment.ts'
import { v1Challenge } from './challenge.ts'
import { v1NameOf } from './network-names.ts'
import { v1PaymentResponse } from './payment-response.ts'

const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const url = 'https://api.example.com/v1/x/BTC'
const transaction = `0x${'ab'.repeat(32)}` as const
const terms = { price: 7500n, payTo, networks, description: 'Market price', sandbox: false } as const
const signer = privateKeyToAccount(`0x${'5e'.repeat(32)}`)

describe('the challenge of version 1', () => {
  test('fits the official schema, and names only networks that the official client knows by a name', () => {
    const body = JSON.parse(v1Challenge(terms, { url }) ?? '') as { accepts: Record<string, unknown>[] }
    expect(PaymentRequiredV1Schema.strict().parse(body)).toEqual(body)
    const known = EVM_NETWORK_CHAIN_ID_MAP as Readonly<Record<string, number>>
    const nameOf = (chainId: number) => Object.keys(known).find((name) => known[name] === chainId) ?? null
    expect(networks.map(({ id }) => v1NameOf(id))).toEqual(networks.map(({ chainId }) => nameOf(chainId)))
    expect(body.accepts.map(({ network }) => network)).toEqual(['base', 'ethereum', 'polygon'])
    expect(body.accepts[0]).toEqual({
      scheme: 'exact',
      network: 'base',
      maxAmountRequired: '7500',
      resource: url,
      description: 'Market price',
      mimeType: 'application/json',
      payTo,
      maxTimeoutSeconds: 300,
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      extra: { name: 'USD Coin', version: '2' },
    })
  })

  test('says why a payment was refused, and that a sandbox is one', () => {
    const body = v1Challenge({ ...terms, sandbox: true }, { url, refusal: paymentRefusal('invalid_exact_evm_signature') })
    expect(JSON.parse(body ?? '')).toMatchObject({ error: 'invalid_exact_evm_signature', sandbox: true })
    PaymentRequiredV1Schema.parse(JSON.parse(body ?? ''))
  })

  test('does not exist where version 1 knows none of the networks', () => {
    expect(v1Challenge({ ...terms, networks: networks.filter(({ slug }) => slug === 'arbitrum') }, { url })).toBeNull()
  })
})

test.each(networks.filter(({ id }) => v1NameOf(id) !== null).map((network) => [network.name, network] as const))(
  'the official client pays by it over HTTP on %s, and reads what became of the payment',
  async (_, network) => {
    const seen: IncomingMessage[] = []
    const server = createServer((request, response) => {
      seen.push(request)
      const reading = readXPayment(String(request.headers['x-payment'] ?? ''))
      if (reading.kind !== 'authorization') return response.writeHead(402).end(v1Challenge({ ...terms, networks: [network] }, { url }))
      const { from } = reading.credential.proof.authorization
      const paid = v1PaymentResponse({ kind: 'settled', network: network.id, payer: from, transaction, amount: 7500n })
      return response.setHeader('X-PAYMENT-RESPONSE', paid).end('paid')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const client = x402Client.fromConfig({ schemes: [], spendControls: false })
      registerExactEvmScheme(client, { signer })
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const response = await wrapFetchWithPayment(fetch, client)(address)
      expect([response.status, await response.text()]).toEqual([200, 'paid'])
      expect(decodePaymentResponseHeader(response.headers.get('x-payment-response') ?? '')).toEqual({
        success: true,
        transaction,
        network: v1NameOf(network.id),
        payer: signer.address.toLowerCase(),
      })
    } finally {
      server.closeAllConnections()
      server.close()
    }
    expect(seen).toHaveLength(2)
    const reading = readXPayment(String(seen[1]?.headers['x-payment']))
    if (reading.kind !== 'authorization') throw new Error('not read')
    const { credential } = reading
    expect(await signedByPayer(network, credential.proof.authorization)).toBe(true)
    const now = Math.floor(Date.now() / 1000)
    const asked = { networks: new Map([[network.id, network]]), payTo, prices: [7500n], now, neededSeconds: 60 } as const
    expect(checkTerms(credential, asked)).toBeNull()
  },
)

describe('the settlement response of version 1', () => {
  const facts = { network: 'eip155:42161', payer: payTo } as const

  test('says that nothing was settled', () => {
    expect(decodePaymentResponseHeader(v1PaymentResponse({ ...facts, kind: 'uncharged' }))).toEqual({
      success: true,
      transaction: '',
      network: 'eip155:42161',
      payer: payTo,
    })
  })

  test('says why nothing was settled', () => {
    const failed = v1PaymentResponse({
      ...facts,
      kind: 'failed',
      transaction: null,
      reason: 'invalid_exact_evm_payload_authorization_valid_before',
    })
    expect(decodePaymentResponseHeader(failed)).toMatchObject({
      success: false,
      errorReason: 'invalid_exact_evm_payload_authorization_valid_before',
      transaction: '',
    })
  })
})
