import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { describe, expect, test } from 'vitest'
import { fixedUpstream } from '../../../src/sources/policy/fixed-upstream.fixture.ts'
import { bitstamp as bitstampSource } from './bitstamp.ts'
import { bitvavo as bitvavoSource } from './bitvavo.ts'
import { coinbase as coinbaseSource } from './coinbase.ts'
import { kraken as krakenSource } from './kraken.ts'

const kraken = (price: string) => ({ error: [], result: { XDEADZUSD: { a: [price, '0', '0'], b: [price, '0', '0'], c: [price, '0'] } } })

describe('a market in which nobody offers anything is no failure of its venue', () => {
  test.each(['0', '0.00000', '0.0000000000'])('Kraken lists it with the price %s', async (zero) => {
    const { parts, at } = fixedUpstream(kraken(zero))
    const { price, book, source } = adapterOf(krakenSource, at, parts)
    for (let index = 0; index < 6; index++) {
      expect((await price.get(`DEAD${index}`)).value).toBeNull()
      expect((await book.get(`DEAD${index}`)).value).toBeNull()
    }
    expect(source.state().breaker).toBe('closed')
  })

  test('Bitvavo sends null, or leaves the prices out', async () => {
    for (const row of [{ bid: null, ask: null }, { bid: null, ask: '1.2' }, {}]) {
      const { parts, at } = fixedUpstream({ market: 'DEAD-EUR', bidSize: null, askSize: null, ...row })
      expect((await adapterOf(bitvavoSource, at, parts).book.get('DEAD-EUR')).value).toBeNull()
    }
  })

  test('Bitstamp and Coinbase send nothing or zero', async () => {
    const bitstamp = fixedUpstream({ bid: null, ask: '0.00', timestamp: '1791236090' })
    expect((await adapterOf(bitstampSource, bitstamp.at, bitstamp.parts).book.get('deadeur')).value).toBeNull()
    const coinbase = fixedUpstream({ bid: '', ask: '0', price: '0', time: '2026-10-05T21:34:50Z' })
    expect((await adapterOf(coinbaseSource, coinbase.at, coinbase.parts).book.get('DEAD-EUR')).value).toBeNull()
    expect((await adapterOf(coinbaseSource, coinbase.at, coinbase.parts).price.get('DEAD-EUR')).value).toBeNull()
  })
})

test('prices that are not numbers are still a failure', async () => {
  const { parts, at } = fixedUpstream(kraken('many'))
  await expect(adapterOf(krakenSource, at, parts).book.get('DEADUSD')).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
})
