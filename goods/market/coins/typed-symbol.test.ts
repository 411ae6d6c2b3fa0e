import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveSymbol } from './resolve-symbol.ts'
import { wellKnownSymbols } from './symbols.ts'
import { readTypedSymbol } from './typed-symbol.ts'

const row = fc.constantFrom(...wellKnownSymbols)
const other = fc.constantFrom('EUR', 'GBP', 'USDT', 'USDC', 'BTC', 'ETH')
const inAnyCase = (text: string) => fc.constantFrom(text, text.toLowerCase(), text.toUpperCase())
const named = (text: string) => {
  const found = resolveSymbol(text)
  return found?.kind === 'well-known' ? found.row.ticker : null
}

test('a ticker against the dollar, with a sign before it or blanks around it, is its coin and no other', () => {
  fc.assert(
    fc.property(row, fc.constantFrom('-', '/', '_', ' ', ':'), fc.boolean(), ({ ticker }, sign, isLower) => {
      for (const text of [`${ticker}${sign}USD`, `$${ticker}`, ` ${ticker} `]) {
        const typed = readTypedSymbol(isLower ? text.toLowerCase() : text)
        // An id such as aave is also the start of ids of other tokens, so that it is looked up first.
        const isLookedUp = isLower && wellKnownSymbols.some(({ coingecko }) => coingecko === ticker.toLowerCase())
        if (typed.kind === 'coin' && (!isLookedUp || named(typed.text) !== null)) expect(named(typed.text), text).toBe(ticker)
        else if (typed.kind === 'coin') expect(typed.hint?.ask, text).toBe(ticker)
        else expect.unreachable(text)
      }
    }),
  )
})

test('a coin against another currency is never read as its price in dollars', () => {
  fc.assert(
    fc.property(row, other, fc.constantFrom('-', '/', '_', ''), ({ ticker }, quote, sign) => {
      const text = `${ticker}${sign}${quote}`
      const typed = readTypedSymbol(text)
      // Such as WBTC, which is a coin.
      if (named(text) !== null) return
      if (typed.kind === 'pair') expect([typed.base, typed.quote]).toEqual([ticker, quote])
      else if (typed.kind === 'coin') expect([named(typed.text), typed.mayBePair], text).toEqual([null, true])
    }),
  )
})

test('any text is read without an error, and a hint asks for something', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 130 }), (text) => {
      const typed = readTypedSymbol(text)
      const hint = typed.kind === 'pair' ? null : typed.hint
      if (hint) expect(hint.text).toContain(`Did you mean ${hint.ask}?`)
    }),
  )
})

test('a ticker in any case is the coin of that ticker', () => {
  fc.assert(
    fc.property(
      row.chain(({ ticker }) => inAnyCase(ticker)),
      (text) => {
        const typed = readTypedSymbol(text)
        expect(typed.kind === 'coin' && named(typed.text)).toBe(text.toUpperCase())
      },
    ),
  )
})
