import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, fixedPrice, offer, uncharged, watchedAnswer, type OfferContext, type Outcome } from './offer.ts'
import { withPlayMoney } from './with-play-money.ts'

async function outcomeOf(outcome: Outcome<Record<string, unknown>>) {
  const thing = offer({
    id: 'thing',
    route: 'GET /v1/thing',
    access: fixedPrice('0.01'),
    title: 'A thing',
    purpose: 'For a test.',
    answer: z.record(z.string(), z.unknown()),
    example: { answer: {} },
    run: async () => outcome,
  })
  return withPlayMoney([thing])[0]!.run({ path: {}, query: {}, body: {} }, {} as OfferContext)
}

test('an answer says in meta that its payment is play money, and nothing else of it changes', async () => {
  const meta = { simulated: false, sources: [] }
  expect(await outcomeOf(answer({ figure: 1, meta }))).toEqual({ charge: true, body: { figure: 1, meta: { ...meta, playMoney: true } } })
  expect(meta).toEqual({ simulated: false, sources: [] })
  expect(await outcomeOf(uncharged({ meta }, 'nothing_new', 'upstream'))).toEqual({
    charge: false,
    reason: 'nothing_new',
    counted: false,
    body: { meta: { ...meta, playMoney: true } },
  })
})

test('an answer without meta stays as it is', async () => {
  expect((await outcomeOf(answer({ figure: 1 }))).body).toEqual({ figure: 1 })
})

test('every page of a watchlist says so, and the whole answer', async () => {
  const outcome = await outcomeOf(
    watchedAnswer({
      request: { since: '2026-10-01' } as never,
      items: [],
      answeredUntil: '2026-10-05',
      asked: true,
      body: ({ items }) => ({ items, meta: { simulated: false } }),
    }),
  )
  const expected = { items: [], meta: { simulated: false, playMoney: true } }
  expect(outcome.body).toEqual(expected)
  const page = { items: [], nextSince: '2026-10-05', hasMore: false, cursor: null, repeatsLeftOut: 0 }
  expect(outcome.charge && outcome.watched?.body(page)).toEqual(expected)
})
