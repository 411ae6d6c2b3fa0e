import { cryptoPrices, openMarket } from '../market.fixture.ts'
import { expect, test } from 'vitest'
import { longestTurn } from '../../../test/support/longest-turn.ts'
import { localMarket } from '../../../src/chain/prices/local-market.fixture.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { wellKnownSymbols } from '../coins/symbols.ts'

const market = localMarket()

test('fifty coins and their prices of yesterday, read at once, leave the event loop free', async () => {
  const symbols = wellKnownSymbols.slice(0, 50).map(({ ticker }) => ticker)
  const feeds = []
  for (const ticker of symbols) {
    const feed = await market.feed(ticker)
    const start = market.now()
    await feed.record(Array.from({ length: 290 }, (_, index) => ({ answer: 10n ** 9n + BigInt(index), at: start - (290 - index) * 300 })))
    feeds.push(feed.place)
  }
  const chainPrices = await market.prices({ feeds })
  await chainPrices.check()
  const { sources, clock, pass, close } = await openMarket({ simulated: false, accepted: new Set(), chainPrices })
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  let answered: unknown = null
  const turns = []
  for (let run = 0; run < 3; run++) {
    turns.push(await longestTurn(async () => void (answered = await cryptoPrices.run({ path: {}, query: { symbols }, body: {} }, context))))
    pass(3_600_000)
  }
  await close()
  expect(cryptoPrices.answer.parse((answered as { body: unknown }).body).prices).toHaveLength(50)
  expect(Math.min(...turns)).toBeLessThan(20)
}, 60_000)
