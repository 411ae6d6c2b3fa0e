import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Network } from '../chain/chain.ts'
import { answer, dailyQuota, fixedPrice, offer } from '../offers/offer.ts'
import type { AnyOffer, CatalogView, OfferContext } from '../offers/offer.ts'
import { silentLog } from '../shared/log.ts'
import type { Sources } from '../sources/sources.ts'
import { inWords } from './catalog-in-words.ts'
import { discoveryPayload } from './describe-catalog.ts'
import { discovery } from './discovery.ts'
import { ourselves } from '../shared/caller.ts'

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

const settings = { freeCallsPerDay: 7, protocols: ['x402'], networks: [base], playMoney: false }
const subject = discovery(settings)

function contextFor(catalog: CatalogView, simulated = false): OfferContext {
  return {
    sources: { simulated } as Sources,
    chains: new Map(),
    clock: { now: () => 0 },
    caller: ourselves,
    takeFreeUnit: async () => true,
    signal: new AbortController().signal,
    log: silentLog,
    catalog: catalog,
    publicUrl: 'https://shop.example',
  }
}

async function discover(
  offers: readonly AnyOffer[],
  { id, simulated = false, playMoney = false }: { id?: string; simulated?: boolean; playMoney?: boolean } = {},
) {
  const described = playMoney ? discovery({ ...settings, playMoney }) : subject
  const outcome = await described.run(
    { path: {}, query: id === undefined ? {} : { offer: id }, body: {} },
    contextFor({ offers }, simulated),
  )
  return discoveryPayload.parse(JSON.parse(JSON.stringify(outcome.body)))
}

describe('the catalog', () => {
  test('names every offer with its route and price, and no schemas', async () => {
    const { endpoints } = await discover([subject, tier, echo])
    expect(endpoints).toEqual({
      discovery: { method: 'GET', path: '/v1/agent/discovery', access: 'free', price: null },
      tier: { method: 'GET', path: '/v1/tier', access: 'daily-quota', price: { usd: '0.0075' } },
      echo: { method: 'POST', path: '/v1/echo/{times}', access: 'fixed', price: { usd: '0.15' } },
    })
  })

  test('is a few lines in words: names and prices by access, and where more is', async () => {
    expect(inWords(await discover([subject, tier, echo]))).toBe(
      [
        'Free: discovery.',
        '7 free calls a day in all, then paid: tier $0.0075.',
        'Paid: echo $0.15.',
        'The argument offer with one of these names gives its schemas and an example.',
      ].join('\n'),
    )
  })

  test('has provider, protocols and endpoints as specified, and also networks, receipts and how to pay', async () => {
    const payload = await discover([echo])
    expect(payload).toMatchObject({
      provider: 'Farthing',
      protocols: ['x402'],
      meta: { simulated: false, confidence: 1 },
      receipts: 'https://shop.example/v1/receipts/{id}',
      status: 'https://shop.example/status',
      networks: [{ network: 'eip155:8453', name: 'Base', asset: base.asset }],
    })
    expect(payload.payment.steps.join(' ')).not.toContain('sandbox')
  })

  test('of a sandbox says that it is one, and where its play money comes from', async () => {
    const payload = await discover([echo], { simulated: true, playMoney: true })
    expect(payload.meta.simulated).toBe(true)
    expect(payload.payment.steps.at(-1)).toContain('POST /sandbox/faucet')
    expect(payload.payment.steps.at(-1)).not.toContain('real data')
  })

  test('of a sandbox with real data says both', async () => {
    const payload = await discover([echo], { playMoney: true })
    expect(payload.meta.simulated).toBe(false)
    expect(payload.payment.steps.at(-1)).toContain('a sandbox with real data and play money: only wallets funded by POST /sandbox/faucet')
  })

  test('is described once', async () => {
    const catalog = { offers: [echo] }
    const input = { path: {}, query: {}, body: {} }
    const first = await subject.run(input, contextFor(catalog))
    expect((await subject.run(input, contextFor(catalog))).body).toBe(first.body)
    expect((await subject.run(input, contextFor({ offers: [tier] }))).body).not.toBe(first.body)
  })
})

describe('one offer in full', () => {
  test('says what its answer rests on and what it cannot know, where the offer does', async () => {
    const facts = { restsOn: 'what is sent', cannotKnow: 'who hears it' }
    expect((await discover([{ ...echo, ...facts }], { id: 'echo' })).endpoints['echo']).toMatchObject(facts)
    expect((await discover([echo], { id: 'echo' })).endpoints['echo']).not.toHaveProperty('restsOn')
  })

  test('has its route, price in both units and worked example', async () => {
    const payload = await discover([tier, echo], { id: 'echo' })
    expect(Object.keys(payload.endpoints)).toEqual(['echo'])
    expect(payload.endpoints['echo']).toMatchObject({
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
    expect(inWords(payload)).toBe('echo, $0.15 a call. Says it again.')
  })

  test('has the JSON Schemas of what goes on the wire, before any transformation', async () => {
    const [echoed, tiered] = [
      (await discover([echo, tier], { id: 'echo' })).endpoints['echo'],
      (await discover([echo, tier], { id: 'tier' })).endpoints['tier'],
    ]
    expect(echoed?.input).toMatchObject({
      path: { type: 'object', properties: { times: { type: 'string', pattern: '^\\d$' } }, required: ['times'] },
      query: null,
      body: { properties: { text: { type: 'string', maxLength: 10 } }, required: ['text'] },
    })
    expect(tiered?.input?.query).not.toHaveProperty('required')
    expect(tiered?.output).toMatchObject({ properties: { tier: { type: 'string' } }, required: ['tier'] })
    expect(tiered).toMatchObject({ access: 'daily-quota', freeCallsPerDay: 7, price: { usd: '0.0075', baseUnits: '7500' } })
  })

  test('shows a long example in its short form', async () => {
    const long = { ...echo, brief: ['text'], example: { ...echo.example, answer: { text: 'ab'.repeat(1_000) } } } as AnyOffer
    const { endpoints } = await discover([long], { id: 'echo' })
    expect(JSON.stringify(endpoints['echo']?.example?.answer).length).toBeLessThanOrEqual(700)
  })

  test('is refused where there is no such offer', async () => {
    await expect(async () => discover([echo], { id: 'ecko' })).rejects.toThrow('query.offer: there is no offer "ecko".')
  })
})
