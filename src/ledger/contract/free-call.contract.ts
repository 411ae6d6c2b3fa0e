import { describe, expect, test } from 'vitest'
import type { ClaimInput } from '../ledger.ts'
import {
  claimed,
  claimOf,
  hello,
  noon,
  polygon,
  released,
  served,
  settled,
  today,
  uncharged,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

const freeCall: ClaimInput['freeCall'] = { day: today, client: '192.0.2.1', dailyLimit: 25 }
const first = (changes: Parameters<typeof claimOf>[0] = {}) => claimOf({ freeCall, ...changes })

export function freeCallContract(open: OpenLedger): void {
  describe('first call free', () => {
    test('of 20 first calls at once from one wallet exactly one is free', async () => {
      await using opened = await open()
      const payments = await Promise.all(Array.from({ length: 20 }, () => claimed(opened.ledger, first())))
      expect(payments.filter(({ free }) => free)).toHaveLength(1)
    })

    test('is answered and never settled', async () => {
      await using opened = await open()
      const payment = await served(opened.ledger, first())
      expect(payment).toMatchObject({ state: 'free', free: true, servedAt: noon + 10 })
      expect(
        await opened.ledger.settle([
          { id: payment.id, transaction: '0x00', blockNumber: 1n, blockHash: '0x00', logIndex: 0, occurrence: 0, at: noon },
        ]),
      ).toEqual([])
      expect(await opened.ledger.answer(payment.id)).toEqual(hello)
      expect(await claimed(opened.ledger, first())).toMatchObject({ free: false })
    })

    test('is once per wallet on all networks together', async () => {
      await using opened = await open()
      await served(opened.ledger, first())
      expect(await claimed(opened.ledger, first({ network: polygon }))).toMatchObject({ free: false })
      expect(await claimed(opened.ledger, first({ payer: wallet(2) }))).toMatchObject({ free: true })
    })

    test('is not for offers above the cap', async () => {
      await using opened = await open()
      expect(await claimed(opened.ledger, claimOf({ freeCall: null }))).toMatchObject({ free: false })
    })

    test('a wallet that paid before, or is about to, has had its first call', async () => {
      await using opened = await open()
      const { ledger } = opened
      await settled(ledger, claimOf({ payer: wallet(3), network: polygon }))
      expect(await claimed(ledger, first({ payer: wallet(3) }))).toMatchObject({ free: false })
      const paying = await claimed(ledger, claimOf({ payer: wallet(4) }))
      expect(await claimed(ledger, first({ payer: wallet(4) }))).toMatchObject({ free: false })
      await released(ledger, paying)
      // The second claim is charged and in flight; released too, nothing was ever paid.
      expect(await claimed(ledger, first({ payer: wallet(5) }))).toMatchObject({ free: true })
    })

    test('a charged call that failed leaves the grant', async () => {
      await using opened = await open()
      await released(opened.ledger, await claimed(opened.ledger, claimOf()))
      await uncharged(opened.ledger, await claimed(opened.ledger, claimOf()))
      expect(await claimed(opened.ledger, first())).toMatchObject({ free: true })
    })

    test('must be covered by the balance, and owes nothing', async () => {
      await using opened = await open()
      expect(await opened.ledger.claim(first({ balance: 7499n }))).toEqual({ result: 'not_covered', outstanding: 0n })
      expect(await claimed(opened.ledger, first({ balance: 7500n }))).toMatchObject({ free: true })
      expect(await claimed(opened.ledger, first({ balance: 7500n }))).toMatchObject({ free: false })
    })

    test.each([
      ['released', released],
      ['uncharged', uncharged],
    ] as const)('%s, it gives the grant and the unit of the day back, once', async (state, end) => {
      await using opened = await open()
      const { ledger } = opened
      const oneADay = { ...freeCall!, dailyLimit: 1 }
      const payment = await claimed(ledger, first({ freeCall: oneADay }))
      expect(await end(ledger, payment)).toMatchObject({ state, free: false })
      expect(await end(ledger, payment)).toBeUndefined()
      expect(await claimed(ledger, first({ freeCall: oneADay }))).toMatchObject({ free: true })
      expect(await claimed(ledger, first({ freeCall: oneADay, payer: wallet(2) }))).toMatchObject({ free: false })
    })

    test('is decided again when a released payment is claimed again', async () => {
      await using opened = await open()
      const nonce = wallet(0xaa)
      await released(opened.ledger, await claimed(opened.ledger, first({ nonce })))
      await served(opened.ledger, first())
      expect(await claimed(opened.ledger, first({ nonce }))).toMatchObject({ free: false, epoch: 3 })
    })

    test('is charged beyond the limit of a client address and day, and the wallet keeps its grant', async () => {
      await using opened = await open()
      const { ledger } = opened
      const wallets = Array.from({ length: 30 }, (_, index) => wallet(100 + index))
      const payments = await Promise.all(wallets.map((payer) => claimed(ledger, first({ payer }))))
      expect(payments.filter(({ free }) => free)).toHaveLength(25)
      const late = payments.find(({ free }) => !free)!
      await released(ledger, late)
      const tomorrow = { ...freeCall!, day: '2026-11-22' }
      expect(await claimed(ledger, first({ payer: late.payer, freeCall: tomorrow }))).toMatchObject({ free: true })
    })

    test('a wallet that paid because the day was full still has its grant, once', async () => {
      await using opened = await open()
      const { ledger } = opened
      const full = { ...freeCall!, dailyLimit: 0 }
      const late = await settled(ledger, first({ freeCall: full }))
      await claimed(ledger, first({ freeCall: full }))
      const free = await claimed(ledger, first())
      expect(free).toMatchObject({ free: true })
      expect(await claimed(ledger, first())).toMatchObject({ free: false })
      await released(ledger, free)
      expect(await served(ledger, first({ payer: late.payer }))).toMatchObject({ state: 'free' })
      expect(await claimed(ledger, first())).toMatchObject({ free: false })
    })

    test('a grant that was given back stays after a more expensive call was paid', async () => {
      await using opened = await open()
      const { ledger } = opened
      await released(ledger, await claimed(ledger, first()))
      await settled(ledger, claimOf())
      expect(await claimed(ledger, first())).toMatchObject({ free: true })
    })
  })
}
