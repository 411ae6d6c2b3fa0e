import { ownMeta } from '../../../src/goods/door.ts'
import { networks } from '../../../src/goods/kit/evm.ts'
import type { Check402Body } from './check-402-answer.ts'

const [base] = networks
const asset = base!.asset
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const url = 'https://ready.example/v1/tides'

const reasons = [
  { code: 'in_order', detail: 'Token, network, signing domain and amount are right.' },
  { code: 'payee_clean', detail: 'The payee is on no sanctions list.' },
]

const body: Check402Body = {
  url,
  status: 402,
  advice: { action: 'pay', maxUsd: '0.01', offer: 'x402-v2[0]', reasons },
  offers: [
    {
      id: 'x402-v2[0]',
      protocol: 'x402-v2',
      scheme: 'exact',
      network: 'eip155:8453',
      networkName: 'Base',
      testNetwork: false,
      asset,
      canonicalToken: true,
      domain: { name: 'USD Coin', version: '2' },
      domainRight: true,
      amountBaseUnits: '10000',
      priceUsd: '0.01',
      payTo,
      maxTimeoutSeconds: 60,
      resourceUrl: url,
      expiresAt: null,
      action: 'pay',
      reasons,
      faults: [],
    },
  ],
  faults: [],
  payees: [{ address: payTo, sanctions: 'clean', lists: [], score: null, tier: null, observedShare: null }],
  meta: { ...ownMeta(false), missing: ['payees[0].score'], degraded: true },
}

/** Of a site that only the sandbox has. */
export const check402Example = { body: { url }, answer: body }
