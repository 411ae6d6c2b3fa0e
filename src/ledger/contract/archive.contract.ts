import { describe, expect, test } from 'vitest'
import type { ClaimInput } from '../ledger.ts'
import type { StoredAnswer } from '../payments/payment.ts'
import {
  base,
  bytes32,
  claimed,
  claimOf,
  dayMs,
  hello,
  hourMs,
  noon,
  noonSeconds,
  polygon,
  released,
  served,
  settled,
  settlementOf,
  today,
  uncharged,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

const later = { expiredBefore: noonSeconds + 3600n, limit: 1000 }
const freeCall = { day: today, client: '192.0.2.1', dailyLimit: 25 }

export function archiveContract(open: OpenLedger): void {
  describe('archive', () => {
    test('many payments are looked up at once, hot and archived: those that have changed since they were seen', async () => {
      await using opened = await open()
      const { ledger } = opened
      const seen = [await claimed(ledger, claimOf()), await claimed(ledger, claimOf()), await claimed(ledger, claimOf())] as const
      const [moved, , changed] = seen
      await uncharged(ledger, moved)
      expect(await ledger.archive(later)).toBe(1)
      await ledger.serve({ ...changed, answer: hello, at: noon })
      const nobody = { id: 'f'.repeat(32), epoch: 1 }
      const found = await ledger.changedSince([...seen, nobody])
      expect(new Map(found.changed.map(({ id, state }) => [id, state]))).toEqual(
        new Map([
          [moved.id, 'uncharged'],
          [changed.id, 'served'],
        ]),
      )
      expect(found.unknown).toEqual([nobody.id])
      expect(await ledger.changedSince([])).toEqual({ changed: [], unknown: [] })
    })

    test('takes what has ended and leaves what is unfinished, however old', async () => {
      await using opened = await open()
      const { ledger } = opened
      const final = await settled(ledger, claimOf())
      await ledger.finalize({ ids: [final.id] })
      const refused = await served(ledger, claimOf())
      await ledger.refuse({ id: refused.id, reason: 'expired', at: noon })
      const reversed = await settled(ledger, claimOf())
      await ledger.unsettle({ id: reversed.id, at: noon })
      await ledger.reverse({ id: reversed.id, reason: 'reorganised', at: noon })
      await released(ledger, await claimed(ledger, claimOf()))
      await uncharged(ledger, await claimed(ledger, claimOf()))
      await served(ledger, claimOf({ payer: wallet(2), freeCall }))
      const stay = [await claimed(ledger, claimOf({ leaseUntil: noon })), await served(ledger, claimOf()), await settled(ledger, claimOf())]
      expect(await ledger.archive({ ...later, expiredBefore: noonSeconds + 60n })).toBe(0)
      expect(await ledger.archive(later)).toBe(6)
      expect(await ledger.archive(later)).toBe(0)
      expect(await ledger.orphans({ now: noon + dayMs, instance: 'here', allInstances: false, limit: 10 })).toEqual(stay.slice(0, 2))
      expect(await ledger.notFinal({ network: base, limit: 10 })).toEqual(stay.slice(2))
    })

    test('counts for each payer what was settled and what could not be settled, and nothing else', async () => {
      await using opened = await open()
      const { ledger } = opened
      const good = await Promise.all([1, 2, 3].map(() => settled(ledger, claimOf())))
      await ledger.finalize({ ids: good.map(({ id }) => id) })
      const refused = await served(ledger, claimOf())
      await ledger.refuse({ id: refused.id, reason: 'expired', at: noon })
      await released(ledger, await claimed(ledger, claimOf()))
      await uncharged(ledger, await claimed(ledger, claimOf()))
      await served(ledger, claimOf({ freeCall }))
      await settled(ledger, claimOf({ payer: wallet(2) }))
      expect(await ledger.payerHistory(wallet(1))).toEqual({ ended: 0, settled: 0 })
      await ledger.archive({ ...later, limit: 2 })
      await ledger.archive(later)
      expect(await ledger.payerHistory(wallet(1))).toEqual({ ended: 4, settled: 3 })
      expect(await ledger.payerHistory(wallet(2))).toEqual({ ended: 0, settled: 0 })
    })

    test('keeps receipts, look-ups, answers and totals as they were', async () => {
      await using opened = await open()
      const { ledger } = opened
      const inputs = Array.from({ length: 250 }, (_, index) => claimOf({ payer: wallet(index), network: index % 2 ? base : polygon }))
      const ids = await Promise.all(inputs.map(async (input) => (await settled(ledger, input)).id))
      await ledger.finalize({ ids })
      const before = await Promise.all(ids.map((id) => ledger.find(id)))
      const totals = await ledger.totals()
      expect(totals.reduce((sum, { amount }) => sum + amount, 0n)).toBe(250n * 7500n)
      expect(await ledger.archive({ ...later, limit: 220 })).toBe(220)
      expect(await ledger.totals()).toEqual(totals)
      expect(await ledger.archive(later)).toBe(30)
      expect(await ledger.totals()).toEqual(totals)
      expect(await Promise.all(ids.map((id) => ledger.find(id)))).toEqual(before)
      expect(await Promise.all(inputs.map(({ credentialHash }) => ledger.findByCredential(credentialHash)))).toEqual(before)
      expect(await Promise.all(inputs.map(({ identities }) => ledger.findByIdentity(identities[0]!)))).toEqual(before)
      const hot = inputs.map(({ identities }) => ledger.hotByIdentity(identities[0]!))
      expect(new Set(await Promise.all(hot))).toEqual(new Set([undefined]))
      expect(await ledger.answer(ids[0]!)).toEqual(hello)
    })

    test('a wallet that paid long ago has had its first call', async () => {
      await using opened = await open()
      const { id } = await settled(opened.ledger, claimOf())
      await opened.ledger.finalize({ ids: [id] })
      expect(await opened.ledger.archive(later)).toBe(1)
      expect(await claimed(opened.ledger, claimOf({ freeCall }))).toMatchObject({ free: false })
    })

    test('an idempotency key names its payment as long as the answer is kept', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await settled(ledger, claimOf({ keys: ['key'] }))
      await ledger.finalize({ ids: [id] })
      await ledger.archive(later)
      expect(await ledger.claim(claimOf({ keys: ['key'] }))).toMatchObject({ result: 'key_taken', payment: { id, state: 'settled' } })
      await ledger.expire({ now: noon + dayMs + hourMs, limit: 1000 })
      await claimed(ledger, claimOf({ keys: ['key'] }))
    })

    test('a nonce that was signed again after its first authorization ended unused is found in its newest payment', async () => {
      await using opened = await open()
      const { ledger } = opened
      const nonce = bytes32(0xabc)
      const again = (now: number): ClaimInput => {
        const input = claimOf({ nonce, now })
        return { ...input, authorization: { ...input.authorization, validBefore: BigInt(now / 1000) + 60n } }
      }
      const first = again(noon)
      await released(ledger, await claimed(ledger, first))
      await ledger.archive(later)
      const second = again(noon + 2 * hourMs)
      const payment = await claimed(ledger, second)
      expect(payment.id).toBe(second.id)
      expect(await ledger.findByIdentity(first.identities[0]!)).toEqual(payment)
      const ended = await released(ledger, payment)
      await ledger.archive({ ...later, expiredBefore: noonSeconds + 4n * 3600n })
      expect(await ledger.findByIdentity(first.identities[0]!)).toEqual(ended)
      expect(await ledger.find(first.id)).toMatchObject({ id: first.id, state: 'released' })
    })
  })

  describe('expire', () => {
    const large: StoredAnswer = { ...hello, body: new Uint8Array(300_000) }

    test('drops answers and their files after their time; the receipts stay', async () => {
      await using opened = await open()
      const { ledger, files } = opened
      const small = await settled(ledger, claimOf())
      const big = await claimed(ledger, claimOf())
      await ledger.serve({ ...big, answer: large, at: noon + hourMs })
      await ledger.settle([settlementOf(big.id)])
      await ledger.expire({ now: noon + dayMs, limit: 100 })
      expect(await ledger.answer(small.id)).toEqual(hello)
      await ledger.expire({ now: noon + dayMs + hourMs - 1, limit: 100 })
      expect(await ledger.answer(small.id)).toBeUndefined()
      expect(await ledger.answer(big.id)).toEqual(large)
      expect(await ledger.expire({ now: noon + dayMs + hourMs, limit: 100 })).toBe(1)
      expect(await ledger.answer(big.id)).toBeUndefined()
      expect(await files.list()).toEqual([])
      expect(await ledger.find(big.id)).toMatchObject({ state: 'settled' })
    })

    test('keeps the answer of a payment that is still to be settled, and keeps it as long after its settlement', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await served(ledger, claimOf())
      await ledger.expire({ now: noon + 3 * dayMs, limit: 100 })
      expect(await ledger.answer(id)).toEqual(hello)
      await ledger.settle([{ ...settlementOf(id), at: noon + 3 * dayMs }])
      await ledger.expire({ now: noon + 4 * dayMs - 1, limit: 100 })
      expect(await ledger.answer(id)).toEqual(hello)
      await ledger.expire({ now: noon + 4 * dayMs, limit: 100 })
      expect(await ledger.answer(id)).toBeUndefined()
    })

    test('removes files that no row names, once they are old', async () => {
      await using opened = await open()
      const { ledger, files } = opened
      await files.write('ab'.repeat(16), new Uint8Array(10))
      await ledger.serve({ ...(await claimed(ledger, claimOf())), answer: large, at: noon + dayMs })
      const written = (await files.list()).map(({ writtenAt }) => writtenAt)
      await ledger.expire({ now: Math.min(...written), limit: 100 })
      expect(await files.list()).toHaveLength(2)
      // Real files have the machine's time, which may be past the answer's own.
      await ledger.expire({ now: Math.max(noon, ...written) + 2 * hourMs, limit: 100 })
      expect((await files.list()).map(({ id }) => id)).not.toContain('ab'.repeat(16))
    })

    test('drops counters of past days and hours, and bars that have run out', async () => {
      await using opened = await open()
      const { ledger } = opened
      const pool = { day: today, pool: '2001:db8::/64', limit: 25 }
      await ledger.takeQuota(pool)
      await released(ledger, await claimed(ledger, claimOf()), true)
      await ledger.barPayer({ payer: wallet(1), until: noon + 1, reason: 'burns_gas' })
      await released(ledger, await claimed(ledger, claimOf({ payer: wallet(2), freeCall })))
      await ledger.expire({ now: noon + 1000, limit: 100 })
      expect(await ledger.quotaLeft(pool)).toBe(24)
      await ledger.expire({ now: noon + 2 * dayMs, limit: 100 })
      expect(await ledger.quotaLeft(pool)).toBe(25)
    })

    test('drops slots that were closed long ago, and keeps the highest nonce', async () => {
      await using opened = await open()
      const { ledger } = opened
      const signer = wallet(0x519)
      for (const nonce of [1, 2, 3]) {
        const transaction = { hash: bytes32(nonce), raw: '0x02', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: noon } as const
        await ledger.recordTransaction({ network: base, signer, nonce, transaction, payments: [], at: noon })
        if (nonce > 1) await ledger.closeSlot({ network: base, signer, nonce, state: 'mined', gasGwei: 1n, day: today })
      }
      expect(await ledger.expire({ now: noon + 6 * dayMs, limit: 100 })).toBe(0)
      expect(await ledger.expire({ now: noon + 9 * dayMs, limit: 100 })).toBe(1)
      expect(await ledger.highestNonce({ network: base, signer })).toBe(3)
      expect((await ledger.openSlots({ network: base, signer })).map(({ nonce }) => nonce)).toEqual([1])
    })
  })

  describe('totals', () => {
    test('count and sum by network and state', async () => {
      await using opened = await open()
      expect(await opened.ledger.totals()).toEqual([])
      await settled(opened.ledger, claimOf())
      const { id } = await served(opened.ledger, claimOf({ amount: 150_000n }))
      await opened.ledger.settle([settlementOf(id)])
      await claimed(opened.ledger, claimOf({ network: polygon }))
      expect(await opened.ledger.totals()).toEqual([
        { network: polygon, state: 'claimed', theft: false, payments: 1n, amount: 7500n },
        { network: base, state: 'settled', theft: false, payments: 2n, amount: 157_500n },
      ])
    })
  })
}
