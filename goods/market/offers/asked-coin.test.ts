import { expect, test } from 'vitest'
import { wellKnown, type FoundCoin } from '../coins/find-coin.ts'
import { wellKnownSymbols } from '../coins/symbols.ts'
import { isMeant, readAskedCoin } from './asked-coin.ts'

const called = (ticker: string | null, rank: number | null): FoundCoin => ({
  ...wellKnown(wellKnownSymbols[0]!, []),
  ticker,
  rank,
  row: null,
})

test('a text that may be a pair means only a coin of some rank', () => {
  const crvusd = readAskedCoin('crvUSD', 'path.symbol')
  expect([isMeant(crvusd, called('CRVUSD', 400)), isMeant(crvusd, called('CRVUSD', null))]).toEqual([true, false])
  expect(isMeant(readAskedCoin('BTCUSDT', 'path.symbol'), called('BTCUSDT', null))).toBe(false)
})

test('any other text means the coin that was found, with a rank or without one', () => {
  for (const text of ['foo', 'FOO', 'USDC.e', 'wstETH'])
    expect(isMeant(readAskedCoin(text, 'path.symbol'), called('FOO', null)), text).toBe(true)
})

test('every well-known ticker and id is still read as itself', () => {
  for (const { ticker, coingecko } of wellKnownSymbols) {
    for (const text of [ticker, ticker.toLowerCase(), coingecko]) {
      expect(readAskedCoin(text, 'path.symbol')).toMatchObject({ text, mayBePair: false })
    }
  }
})
