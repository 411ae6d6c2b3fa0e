import { describe, expect, test } from 'vitest'
import type { StoredAnswer } from '../payments/payment.ts'
import {
  base,
  claimed,
  claimOf,
  dayMs,
  hello,
  minuteMs,
  noon,
  polygon,
  released,
  served,
  settled,
  uncharged,
  type OpenLedger,
} from './open-ledger.fixture.ts'

export function transitionsContract(open: OpenLedger): void {
  describe('serve, release, uncharge', () => {
    test('a served payment has its answer', async () => {
      await using opened = await open()
      const payment = await served(opened.ledger, claimOf())
      expect(payment).toMatchObject({ state: 'served', epoch: 2, servedAt: noon + 10 })
      expect(await opened.ledger.find(payment.id)).toEqual(payment)
      expect(await opened.ledger.answer(payment.id)).toEqual(hello)
    })

    test('an answer keeps its status, its media type, its headers and its bytes', async () => {
      await using opened = await open()
      const { ledger } = opened
      const payment = await claimed(ledger, claimOf())
      const answer = { status: 201, contentType: 'image/png', headers: { ETag: '"a"' }, body: Uint8Array.of(0, 0xff, 10, 13) }
      await ledger.serve({ ...payment, answer, at: noon + 10 })
      const kept = await ledger.answer(payment.id)
      expect(kept && { ...kept, body: Uint8Array.from(kept.body) }).toEqual(answer)
    })

    test('a caller that has the payment as it was claimed gets what its row says', async () => {
      await using opened = await open()
      const { ledger } = opened
      const mine = await claimed(ledger, claimOf())
      const payment = await ledger.serve({ ...mine, answer: hello, at: noon + 10, claimed: mine })
      expect(payment).toMatchObject({ state: 'served', epoch: mine.epoch + 1, servedAt: noon + 10 })
      expect(await ledger.find(mine.id)).toEqual(payment)
      expect(await ledger.serve({ ...mine, answer: hello, at: noon + 20, claimed: mine })).toBeUndefined()
      expect(await ledger.find(mine.id)).toEqual(payment)
    })

    test('an uncharged one has its answer and its reason', async () => {
      await using opened = await open()
      const payment = await uncharged(opened.ledger, await claimed(opened.ledger, claimOf()))
      expect(payment).toMatchObject({ state: 'uncharged', reason: 'nothing_new', servedAt: noon + 20 })
      expect(await opened.ledger.answer(payment!.id)).toEqual(hello)
    })

    test('a released one has its reason and no answer', async () => {
      await using opened = await open()
      const payment = await released(opened.ledger, await claimed(opened.ledger, claimOf()))
      expect(payment).toMatchObject({ state: 'released', reason: 'run_failed', servedAt: null })
      expect(await opened.ledger.answer(payment!.id)).toBeUndefined()
    })

    test('of many ends at once one succeeds, and the others learn that they lost', async () => {
      await using opened = await open()
      const payment = await claimed(opened.ledger, claimOf())
      const ends = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          index % 3 === 0
            ? opened.ledger.serve({ ...payment, answer: hello, at: noon })
            : index % 3 === 1
              ? released(opened.ledger, payment)
              : uncharged(opened.ledger, payment),
        ),
      )
      expect(ends.filter((end) => end !== undefined)).toHaveLength(1)
    })

    test.each([0, 1, 256 * 1024, 256 * 1024 + 1, 1_000_000])('an answer of %i bytes comes back byte for byte', async (size) => {
      await using opened = await open()
      const body = Uint8Array.from({ length: size }, (_, index) => index % 251)
      const answer: StoredAnswer = { status: 201, contentType: 'application/octet-stream', body }
      const payment = await claimed(opened.ledger, claimOf())
      await opened.ledger.serve({ ...payment, answer, at: noon })
      const kept = await opened.ledger.answer(payment.id)
      expect(kept).toMatchObject({ status: 201, contentType: 'application/octet-stream' })
      expect(Buffer.compare(kept!.body, body)).toBe(0)
      expect(await opened.files.list()).toHaveLength(size > 256 * 1024 ? 1 : 0)
    })

    test('an owner that lost its payment cannot overwrite the large answer of its successor', async () => {
      await using opened = await open()
      const { ledger } = opened
      const large = (fill: number): StoredAnswer => ({ ...hello, body: new Uint8Array(300_000).fill(fill) })
      const mine = await claimed(ledger, claimOf({ leaseUntil: noon }))
      const [theirs] = await ledger.adopt({ rows: [mine], instance: 'there', leaseUntil: noon + minuteMs })
      await ledger.serve({ ...theirs!, answer: large(2), at: noon })
      expect(await ledger.serve({ ...mine, answer: large(1), at: noon })).toBeUndefined()
      expect(await ledger.serve({ ...theirs!, answer: large(3), at: noon })).toBeUndefined()
      expect((await ledger.answer(mine.id))!.body.byteLength).toBe(300_000)
    })
  })

  describe('leases', () => {
    test('an unfinished payment is an orphan once its lease has run out', async () => {
      await using opened = await open()
      const { ledger } = opened
      const old = await claimed(ledger, claimOf({ leaseUntil: noon }))
      const older = await served(ledger, claimOf({ leaseUntil: noon - 1 }))
      await claimed(ledger, claimOf({ leaseUntil: noon + 1 }))
      await released(ledger, await claimed(ledger, claimOf({ leaseUntil: noon - 1 })))
      await settled(ledger, claimOf({ leaseUntil: noon - 1 }))
      const asked = { now: noon, instance: 'here', allInstances: false }
      expect(await ledger.orphans({ ...asked, limit: 10 })).toEqual([older, old])
      expect(await ledger.orphans({ ...asked, limit: 1 })).toEqual([older])
    })

    test('what was served where the caller cannot settle does not hide other orphans', async () => {
      await using opened = await open()
      const { ledger } = opened
      for (let count = 0; count < 3; count++) await served(ledger, claimOf({ network: polygon, leaseUntil: noon - 2 }))
      const interrupted = await claimed(ledger, claimOf({ network: polygon, leaseUntil: noon - 1 }))
      const ours = await served(ledger, claimOf({ leaseUntil: noon }))
      for (const allInstances of [false, true]) {
        const asked = { now: noon, instance: 'here', allInstances, networks: [base] }
        expect(await ledger.orphans({ ...asked, limit: 2 })).toEqual([interrupted, ours])
      }
      expect(await ledger.orphans({ now: noon, instance: 'here', allInstances: false, networks: [], limit: 5 })).toEqual([interrupted])
    })

    test('when the other instances are known to have ended, everything of theirs is an orphan', async () => {
      await using opened = await open()
      const theirs = await claimed(opened.ledger, claimOf({ instance: 'before', leaseUntil: noon + dayMs }))
      await claimed(opened.ledger, claimOf({ instance: 'here', leaseUntil: noon + dayMs }))
      expect(await opened.ledger.orphans({ now: noon, instance: 'here', allInstances: true, limit: 10 })).toEqual([theirs])
    })

    test('of many that adopt one orphan one succeeds; its former owner has lost it', async () => {
      await using opened = await open()
      const { ledger } = opened
      const orphan = await claimed(ledger, claimOf({ leaseUntil: noon }))
      const adopting = Array.from({ length: 10 }, (_, index) => ({
        rows: [orphan],
        instance: `instance ${index}`,
        leaseUntil: noon + minuteMs,
      }))
      const won = (await Promise.all(adopting.map((input) => ledger.adopt(input)))).flat()
      expect(won).toHaveLength(1)
      expect(won[0]).toMatchObject({ id: orphan.id, state: 'claimed', leaseUntil: noon + minuteMs })
      expect(await ledger.serve({ ...orphan, answer: hello, at: noon })).toBeUndefined()
      expect(await ledger.extendLease({ ...orphan, leaseUntil: noon + dayMs })).toBe(false)
      expect(await ledger.serve({ ...won[0]!, answer: hello, at: noon })).toMatchObject({ state: 'served' })
    })

    test('a lease that was extended in time keeps its owner, who goes on with the epoch it knows', async () => {
      await using opened = await open()
      const { ledger } = opened
      const mine = await claimed(ledger, claimOf({ leaseUntil: noon }))
      const [orphan] = await ledger.orphans({ now: noon, instance: 'there', allInstances: false, limit: 1 })
      expect(await ledger.extendLease({ ...mine, leaseUntil: noon + minuteMs })).toBe(true)
      expect(await ledger.adopt({ rows: [orphan!], instance: 'there', leaseUntil: noon + minuteMs })).toEqual([])
      expect(await ledger.serve({ ...mine, answer: hello, at: noon })).toMatchObject({ state: 'served', instance: 'here' })
    })

    test("the lease of a payment that has ended can't be extended", async () => {
      await using opened = await open()
      const payment = await settled(opened.ledger, claimOf())
      expect(await opened.ledger.extendLease({ ...payment, leaseUntil: noon + dayMs })).toBe(false)
      expect(await opened.ledger.adopt({ rows: [payment], instance: 'there', leaseUntil: noon })).toEqual([])
    })
  })
}
