import { expect, test } from 'vitest'
import { createMetrics } from '../../ops/metrics.ts'
import { silentLog } from '../../shared/log.ts'
import type { Payment, PaymentState } from './payment.ts'
import { createSaleRecord } from './sale-record.ts'

const payment = (state: PaymentState, timing: Payment['timing'] = 'after') =>
  ({
    id: 'r1',
    state,
    timing,
    offerId: 'market-price',
    protocol: 'x402',
    network: 'eip155:8453',
    payer: '0x00000000000000000000000000000000000000ee',
    amount: 7_500n,
    transaction: '0xabc',
    credentialHash: 'secret',
  }) as unknown as Payment

test('a sale is one line with all that an accountant asks for, and no credential', async () => {
  const lines: [object, string][] = []
  const metrics = createMetrics()
  const record = createSaleRecord({ log: { ...silentLog, info: (fields, message) => void lines.push([fields, message]) }, ...metrics })
  record(payment('settled'))
  expect(lines).toEqual([
    [
      {
        receipt: 'r1',
        offer: 'market-price',
        usdc: '0.0075',
        transaction: '0xabc',
        network: 'eip155:8453',
        protocol: 'x402',
        payer: '0x00000000000000000000000000000000000000ee',
      },
      'sold',
    ],
  ])
  record(payment('free'))
  record(payment('credit'))
  for (const state of ['claimed', 'served', 'released', 'refunded', 'uncharged'] as const) record(payment(state))
  record(payment('settled', 'refund'))
  expect(lines.slice(1).map(([, message]) => message)).toEqual([
    'answered as the first call of a wallet, which is free',
    'paid, and not answered: the payer has a credit',
  ])
  expect(await metrics.text()).toContain(
    'farthing_earned_base_units_total{network="eip155:8453",offer="market-price",protocol="x402"} 7500',
  )
})
