import { expect, test } from 'vitest'
import { resolveSymbol } from './resolve-symbol.ts'
import { wellKnownSymbols } from './symbols.ts'

test('a ticker and an id mean the same coin, in any case', () => {
  for (const text of ['BTC', 'btc', 'Btc', 'bitcoin', 'BITCOIN', 'XBT']) {
    expect(resolveSymbol(text)).toEqual({
      kind: 'well-known',
      by: text.length === 3 ? 'ticker' : 'id',
      row: { ticker: 'BTC', coingecko: 'bitcoin', coinbase: 'BTC-USD', kraken: 'XBTUSD', bitstamp: 'btcusd', bitvavo: 'BTC-EUR' },
    })
  }
})

test('an unknown symbol may be an id; text that can be neither is null', () => {
  expect(resolveSymbol('Some-Obscure-Coin')).toEqual({ kind: 'id', coingecko: 'some-obscure-coin' })
  for (const text of ['', '-', 'a,b', 'a/b', '../x', 'bitcoin&ids=x', 'é', 'a'.repeat(65)]) expect(resolveSymbol(text)).toBeNull()
})

test('every row is well formed and unique', () => {
  expect(wellKnownSymbols.length).toBeGreaterThanOrEqual(150)
  const unique = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length)
  unique(wellKnownSymbols.map((row) => row.ticker))
  unique(wellKnownSymbols.map((row) => row.coingecko))
  for (const row of wellKnownSymbols) {
    expect(row.ticker).toMatch(/^[A-Z0-9]{1,10}$/)
    expect(row.coingecko).toMatch(/^[a-z0-9][a-z0-9-]*$/)
  }
})

test('an id is never another coin’s ticker, so that one text has one meaning', () => {
  const tickers = new Map(wellKnownSymbols.map((row) => [row.ticker.toLowerCase(), row.coingecko]))
  for (const { coingecko } of wellKnownSymbols) expect(tickers.get(coingecko) ?? coingecko).toBe(coingecko)
})
