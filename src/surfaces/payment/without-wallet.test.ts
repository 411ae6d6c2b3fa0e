import { expect, test } from 'vitest'
import type { AnyOffer } from '../../offers/offer.ts'
import { usd } from '../../shared/money.ts'
import { withoutWallet } from './without-wallet.ts'

const offer = (id: string, access: AnyOffer['access'], firstCallFree = true) => ({ id, access, firstCallFree }) as AnyOffer
const fixed = (price: string): AnyOffer['access'] => ({ kind: 'fixed', price: usd(price) })
const offers = [
  offer('rates', { kind: 'free' }),
  offer('score', { kind: 'daily-quota', price: usd('0.01') }),
  offer('price', fixed('0.0075')),
  offer('review', fixed('0.075')),
]
const told = (id: string, callsPerDay = 25, sold = offers) =>
  withoutWallet(
    { offers: () => sold, callsPerDay, publicUrl: 'https://x.example' },
    offers.find((one) => one.id === id)!,
  )

test('a caller without a wallet hears in one line what is free, and where a sample is', () => {
  expect(told('price')).toBe(
    'Free without a wallet: rates. 25 free calls a day in all: score. The first paid call of a wallet below $0.03 is free. A sample of this answer: https://x.example/examples/price/answer. Code to copy: https://x.example/examples/price.',
  )
})

test('nothing is called free that is not: a dear call, a quota of none, a catalog without free offers', () => {
  expect(told('review')).not.toContain('first paid call')
  expect(told('price', 0)).not.toContain('score')
  expect(told('price', 25, offers.slice(2))).not.toContain('without a wallet')
})
