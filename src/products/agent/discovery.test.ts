import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Chain, Network } from '../../chain/chain.ts'
import { answer, dailyQuota, fixedPrice, offer } from '../../offers/offer.ts'
import type { AnyOffer, CatalogView, OfferContext } from '../../offers/offer.ts'
import { silentLog } from '../../shared/log.ts'
import type { Sources } from '../../sources/sources.ts'
import { discoveryPayload } from './describe-catalog.ts'
import { discovery } from './discovery.ts'

const echo = offer({
  id: 'echo',
  route: 'POST /v1/echo/{times}',
  access: fixedPrice('0.15'),
  title: 'Echo',
  purpose: 'Says it again.',
  path: z.object({ times: z.string().regex(/^\d$/).transform(Number) }),
  body: z.object({ text: z.string().max(10) }),
  answer: z.object({ text: z.string() }),
  example: { path: { times: '2' }, body: { text: 'ab' }, answer: { text: 'abab' } },
  run: ({ path, body }) => Promise.resolve(answer({ text: body.text.repeat(path.times) })),
})

const tier = offer({
  id: 'tier',
  route: 'GET /v1/tier',
  access: dailyQuota('0.0075'),
  title: 'Tier',
  purpose: 'Which tier.',
  query: z.object({ deep: z.enum(['yes', 'no']).default('no') }),
  answer: z.object({ tier: z.string() }),
  example: { answer: { tier: 'Open' } },
  run: () => Promise.resolve(answer({ tier: 'Open' })),
})

const base: Network = {
  id: 'eip155:8453',
  chainId: 8453,
  name: 'Base',
  slug: 'base',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  domain: { name: 'USD Coin', version: '2' },
  transactions: 'eip1559',
  blockMs: 2000,
  confirmations: 1,
  finality: { kind: 'tag' },
  gasCoin: 'ETH',
}

const subject = discovery({ freeCallsPerDay: 7, protocols: ['x402'] })

function contextFor(catalog: CatalogView, simulated = false): OfferContext {
  return {
    sources: { simulated } as Sources,
    // Discovery reads what is known of a network and asks it nothing.
    chains: new Map([[base.id, { network: base } as Chain]]),
    clock: { now: () => 0 },
    signal: new AbortController().signal,
    log: silentLog,
    catalog: catalog,
    publicUrl: 'https://shop.example',
  }
}

async function discover(offers: readonly AnyOffer[], simulated = false) {
  const outcome = await subject.run({ path: {}, query: {}, body: {} }, contextFor({ offers }, simulated))
  return discoveryPayload.parse(JSON.parse(JSON.stringify(outcome.body)))
}

describe('what discovery says about an offer', () => {
  test('its route, price in both units and worked example', async () => {
    const { endpoints } = await discover([echo])
    expect(endpoints['echo']).toMatchObject({
      method: 'POST',
      path: '/v1/echo/{times}',
      url: 'https://shop.example/v1/echo/{times}',
      title: 'Echo',
      purpose: 'Says it again.',
      access: 'fixed',
      price: { usd: '0.15', baseUnits: '150000' },
      freeCallsPerDay: null,
      example: { request: { path: { times: '2' }, body: { text: 'ab' } }, answer: { text: 'abab' } },
    })
  })

  test('the JSON Schemas of what goes on the wire, before any transformation', async () => {
    const { endpoints } = await discover([echo, tier])
    expect(endpoints['echo']?.input).toMatchObject({
      path: { type: 'object', properties: { times: { type: 'string', pattern: '^\\d$' } }, required: ['times'] },
      query: null,
      body: { properties: { text: { type: 'string', maxLength: 10 } }, required: ['text'] },
    })
    expect(endpoints['tier']?.input.query).not.toHaveProperty('required')
    expect(endpoints['tier']?.output).toMatchObject({ properties: { tier: { type: 'string' } }, required: ['tier'] })
  })

  test('free calls a day for quota offers, no price for free ones', async () => {
    const { endpoints } = await discover([subject, tier])
    expect(endpoints['tier']).toMatchObject({ access: 'daily-quota', freeCallsPerDay: 7, price: { usd: '0.0075', baseUnits: '7500' } })
    expect(endpoints['discovery']).toMatchObject({ access: 'free', freeCallsPerDay: null, price: null })
  })
})

test('has provider, protocols and endpoints as specified, and also networks, receipts and how to pay', async () => {
  const payload = await discover([echo])
  expect(payload).toMatchObject({
    provider: 'Farthing',
    protocols: ['x402'],
    meta: { simulated: false, confidence: 1 },
    receipts: 'https://shop.example/v1/receipts/{id}',
    status: 'https://shop.example/status',
    networks: [
      { network: 'eip155:8453', name: 'Base', slug: 'base', asset: base.asset, decimals: 6, domain: { name: 'USD Coin', version: '2' } },
    ],
  })
  expect(payload.payment.steps.join(' ')).not.toContain('sandbox')
})

test('a sandbox says that it is one, and where its play money comes from', async () => {
  const payload = await discover([echo], true)
  expect(payload.meta.simulated).toBe(true)
  expect(payload.payment.steps.at(-1)).toContain('POST /sandbox/faucet')
})

test('each catalog is described once', async () => {
  const catalog = { offers: [echo] }
  const input = { path: {}, query: {}, body: {} }
  const first = await subject.run(input, contextFor(catalog))
  expect((await subject.run(input, contextFor(catalog))).body).toBe(first.body)
  expect((await subject.run(input, contextFor({ offers: [tier] }))).body).not.toBe(first.body)
})
