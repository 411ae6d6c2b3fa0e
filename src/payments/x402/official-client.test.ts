import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import { signedByPayer } from '../../chain/recover.ts'
import { buildChallenge } from './challenge.ts'
import { checkTerms } from './check-terms.ts'
import { decodePaymentSignature } from './decode-payment.ts'

const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const signer = privateKeyToAccount(`0x${'5e'.repeat(32)}`)

test.each(networks.map((network) => [network.name, network] as const))(
  'the official client answers our challenge on %s with a payment that we take',
  async (_, network) => {
    const discovery = {
      method: 'GET',
      template: '/v1/x/{symbol}',
      example: { path: { symbol: 'BTC' }, answer: { price: '1' } },
      schemas: {},
    } as const
    const challenge = buildChallenge({
      price: 7500n,
      payTo,
      networks: [network],
      title: 'x',
      description: 'x',
      discovery,
      firstCallFree: null,
      sandbox: false,
    })
    const client = x402Client.fromConfig({ schemes: [], spendControls: false })
    registerExactEvmScheme(client, { signer })

    const required = decodePaymentRequiredHeader(challenge.answer({ url: 'https://api.example.com/v1/x/BTC' }).paymentRequired)
    const decoded = decodePaymentSignature(encodePaymentSignatureHeader(await client.createPaymentPayload(required)))
    if (!decoded.ok) throw decoded.problem
    const { authorization } = decoded.credential.proof
    expect(authorization.from).toBe(signer.address.toLowerCase())
    const now = Math.floor(Date.now() / 1000)
    expect(
      checkTerms(decoded.credential, { networks: new Map([[network.id, network]]), payTo, prices: [7500n], now, neededSeconds: 60 }),
    ).toBeNull()
    expect(await signedByPayer(network, authorization)).toBe(true)
  },
)
