import { describe, expect, test } from 'vitest'
import { noon, today, wallet, type OpenLedger } from './open-ledger.fixture.ts'

export function countersContract(open: OpenLedger): void {
  describe('quota', () => {
    const pool = { day: today, pool: '192.0.2.1', limit: 25 }

    test('of 100 requests at once exactly 25 get a unit', async () => {
      await using opened = await open()
      const results = await Promise.all(Array.from({ length: 100 }, () => opened.ledger.takeQuota(pool)))
      const taken = results.filter((result) => result.taken)
      expect(taken).toHaveLength(25)
      expect(new Set(taken.map(({ remaining }) => remaining))).toEqual(new Set(Array.from({ length: 25 }, (_, index) => index)))
      expect(await opened.ledger.quotaLeft(pool)).toBe(0)
    })

    test('days and pools are counted separately', async () => {
      await using opened = await open()
      expect(await opened.ledger.takeQuota(pool)).toEqual({ taken: true, remaining: 24 })
      expect(await opened.ledger.quotaLeft({ ...pool, day: '2026-11-22' })).toBe(25)
      expect(await opened.ledger.quotaLeft({ ...pool, pool: '192.0.2.2' })).toBe(25)
    })

    test('a unit that was given back can be taken again, and no more units than were taken', async () => {
      await using opened = await open()
      await opened.ledger.takeQuota(pool)
      expect(await opened.ledger.returnQuota(pool)).toEqual({ remaining: 25 })
      expect(await opened.ledger.returnQuota(pool)).toEqual({ remaining: 25 })
      expect(await opened.ledger.quotaLeft({ ...pool, pool: 'unknown' })).toBe(25)
    })

    test('a limit that was lowered leaves zero units, not fewer', async () => {
      await using opened = await open()
      await opened.ledger.takeQuota(pool)
      await opened.ledger.takeQuota(pool)
      expect(await opened.ledger.quotaLeft({ ...pool, limit: 1 })).toBe(0)
      expect(await opened.ledger.takeQuota({ ...pool, limit: 0 })).toEqual({ taken: false, remaining: 0 })
    })

    test('IPv6 pools that took a unit are listed', async () => {
      await using opened = await open()
      const { ledger } = opened
      for (const name of ['2001:db8::/64', '192.0.2.1', '2001:db8:1::/64', '2001:db8:2::/64'])
        await ledger.takeQuota({ ...pool, pool: name })
      await ledger.returnQuota({ ...pool, pool: '2001:db8:2::/64' })
      expect(await ledger.ipv6Pools({ day: today })).toEqual(['2001:db8:1::/64', '2001:db8::/64'])
      expect(await ledger.ipv6Pools({ day: '2026-11-22' })).toEqual([])
    })
  })

  describe('prices', () => {
    test('since a time are those recorded after it and the one that was valid then', async () => {
      await using opened = await open()
      const { ledger } = opened
      const price = (offerId: string, amount: bigint, at: number) => ledger.recordPrices({ prices: [{ offerId, price: amount }], at })
      await price('a', 100n, noon)
      await price('a', 100n, noon + 5)
      await price('a', 200n, noon + 10)
      await price('a', 100n, noon + 20)
      await price('b', 900n, noon)
      expect(await ledger.pricesSince({ offerId: 'a', since: noon + 20 })).toEqual([100n])
      expect(await ledger.pricesSince({ offerId: 'a', since: noon + 19 })).toEqual([100n, 200n])
      expect(await ledger.pricesSince({ offerId: 'a', since: noon + 10 })).toEqual([100n, 200n])
      expect(await ledger.pricesSince({ offerId: 'a', since: noon - 1 })).toEqual([100n, 200n, 100n])
      expect(await ledger.pricesSince({ offerId: 'b', since: noon + 99 })).toEqual([900n])
      expect(await ledger.pricesSince({ offerId: 'none', since: 0 })).toEqual([])
    })
  })

  describe('barred payers', () => {
    test('are barred until then, and a shorter bar does not shorten it', async () => {
      await using opened = await open()
      const { ledger } = opened
      const payer = '0xABCDEF0000000000000000000000000000000001'
      await ledger.barPayer({ payer, until: noon + 100, reason: 'burns_gas' })
      await ledger.barPayer({ payer, until: noon + 50, reason: 'burns_gas' })
      expect(await ledger.barredUntil({ payer: payer.toLowerCase() as typeof payer, now: noon })).toBe(noon + 100)
      expect(await ledger.barredUntil({ payer, now: noon + 100 })).toBe(0)
      expect(await ledger.barredUntil({ payer: wallet(5), now: noon })).toBe(0)
    })
  })

  describe('named leases', () => {
    test('have one owner until they run out or are released', async () => {
      await using opened = await open()
      const { ledger } = opened
      const take = (owner: string, now: number, force = false) => ledger.takeLease({ name: 'queue', owner, until: now + 100, now, force })
      const asking = ['a', 'b', 'c']
      const first = await Promise.all(asking.map((owner) => take(owner, noon)))
      expect(first.filter((taken) => taken)).toHaveLength(1)
      const owner = asking[first.indexOf(true)]!
      const [next, third] = asking.filter((other) => other !== owner) as [string, string]
      expect(await take(owner, noon + 50)).toBe(true)
      expect(await take(next, noon + 149)).toBe(false)
      expect(await take(next, noon + 150)).toBe(true)
      await ledger.releaseLease({ name: 'queue', owner })
      expect(await take(owner, noon + 151)).toBe(false)
      await ledger.releaseLease({ name: 'queue', owner: next })
      expect(await take(owner, noon + 151)).toBe(true)
      expect(await take(third, noon + 151, true)).toBe(true)
    })
  })
}
