import { describe, expect, test } from 'vitest'
import { transferIdentity } from '../payments/identity.ts'
import {
  base,
  bytes32,
  claimed,
  claimOf,
  hello,
  noon,
  noonSeconds,
  polygon,
  served,
  settled,
  settlementOf,
  type OpenLedger,
} from './open-ledger.fixture.ts'

export function settlementContract(open: OpenLedger): void {
  describe('settle', () => {
    test('all payments of a transaction settle in one unit', async () => {
      await using opened = await open()
      const payments = await Promise.all(Array.from({ length: 20 }, () => served(opened.ledger, claimOf())))
      const changed = await opened.ledger.settle(payments.map(({ id }) => settlementOf(id, 123n)))
      expect(changed.map(({ id }) => id)).toEqual(payments.map(({ id }) => id))
      expect(changed[0]).toMatchObject({ state: 'settled', transaction: bytes32(0x7a), blockNumber: 123n, blockHash: bytes32(123) })
      expect(changed[0]).toMatchObject({ logIndex: 3, settledAt: noon + 1000, final: false })
      expect(await opened.ledger.answer(payments[0]!.id)).toEqual(hello)
    })

    test('changes nothing when it is repeated', async () => {
      await using opened = await open()
      const payment = await settled(opened.ledger, claimOf())
      expect(await opened.ledger.settle([settlementOf(payment.id), settlementOf(payment.id, 999n)])).toEqual([])
      expect(await opened.ledger.find(payment.id)).toEqual(payment)
    })

    test('a caller that has the payment as it was served gets what its row says', async () => {
      await using opened = await open()
      const payment = await served(opened.ledger, claimOf())
      const [changed] = await opened.ledger.settle([{ ...settlementOf(payment.id), served: payment }])
      expect(changed).toMatchObject({ state: 'settled', epoch: payment.epoch + 1, blockNumber: 101n, settledAt: noon + 1000 })
      expect(await opened.ledger.find(payment.id)).toEqual(changed)
      expect(await opened.ledger.findByIdentity(transferIdentity({ ...payment, ...settlementOf(payment.id) }))).toEqual(changed)
      expect(await opened.ledger.settle([{ ...settlementOf(payment.id, 999n), served: payment }])).toEqual([])
      expect(await opened.ledger.find(payment.id)).toEqual(changed)
    })

    test('changes since the payment was served are read from its row', async () => {
      await using opened = await open()
      const { ledger } = opened
      const refused = await served(ledger, claimOf())
      await ledger.refuse({ id: refused.id, reason: 'expired', at: noon })
      const [late] = await ledger.settle([{ ...settlementOf(refused.id), served: refused }])
      expect(late).toMatchObject({ state: 'settled', epoch: refused.epoch + 2, reason: null })
      expect(await ledger.find(refused.id)).toEqual(late)

      const vanished = await served(ledger, claimOf())
      await ledger.settle([settlementOf(vanished.id)])
      await ledger.unsettle({ id: vanished.id, at: noon })
      const [again] = await ledger.settle([{ ...settlementOf(vanished.id, 105n), served: vanished }])
      expect(again).toMatchObject({ state: 'settled', epoch: vanished.epoch + 3, blockNumber: 105n })
      expect(await ledger.find(vanished.id)).toEqual(again)

      const released = await claimed(ledger, claimOf())
      expect(await ledger.settle([{ ...settlementOf(released.id), served: released }])).toEqual([])
      expect(await ledger.findByIdentity(transferIdentity({ ...released, ...settlementOf(released.id) }))).toBeUndefined()
    })

    test('what is not served, or not known, stays unchanged', async () => {
      await using opened = await open()
      const payment = await claimed(opened.ledger, claimOf())
      expect(await opened.ledger.settle([settlementOf(payment.id), settlementOf('00'.repeat(16))])).toEqual([])
      expect(await opened.ledger.find(payment.id)).toEqual(payment)
    })

    test('many reports of the same settlement at once change it once', async () => {
      await using opened = await open()
      const { id } = await served(opened.ledger, claimOf())
      const told = await Promise.all(Array.from({ length: 20 }, () => opened.ledger.settle([settlementOf(id)])))
      expect(told.flat()).toHaveLength(1)
    })
  })

  describe('refuse', () => {
    test('withholds the answer, and says why', async () => {
      await using opened = await open()
      const { id } = await served(opened.ledger, claimOf())
      expect(await opened.ledger.refuse({ id, reason: 'cancelled', at: noon })).toMatchObject({ state: 'refused', reason: 'cancelled' })
      expect(await opened.ledger.answer(id)).toBeUndefined()
      expect(await opened.ledger.refuse({ id, reason: 'again', at: noon })).toBeUndefined()
      expect(await opened.ledger.find(id)).toMatchObject({ reason: 'cancelled' })
    })

    test('a settlement that appears late makes the answer available after all', async () => {
      await using opened = await open()
      const { id } = await served(opened.ledger, claimOf())
      await opened.ledger.refuse({ id, reason: 'expired', at: noon })
      expect(await opened.ledger.settle([settlementOf(id)])).toMatchObject([{ id, state: 'settled', reason: null }])
      expect(await opened.ledger.answer(id)).toEqual(hello)
    })

    test('does not apply to payments that were only claimed, settled or unknown', async () => {
      await using opened = await open()
      const ids = [(await claimed(opened.ledger, claimOf())).id, (await settled(opened.ledger, claimOf())).id, '00'.repeat(16)]
      for (const id of ids) expect(await opened.ledger.refuse({ id, reason: 'cancelled', at: noon })).toBeUndefined()
    })

    test('is listed while its authorization is still valid; what expires first comes first', async () => {
      await using opened = await open()
      const { ledger } = opened
      const refused = async (validBefore: bigint, network = base) => {
        const input = claimOf({ network })
        const { id } = await served(ledger, { ...input, authorization: { ...input.authorization, validBefore } })
        return (await ledger.refuse({ id, reason: 'cancelled', at: noon }))!
      }
      const late = await refused(noonSeconds + 20n)
      const soon = await refused(noonSeconds + 10n)
      await refused(noonSeconds)
      await refused(noonSeconds + 10n, polygon)
      await served(ledger, claimOf())
      expect(await ledger.refusedStillValid({ network: base, validAfterSeconds: noonSeconds, limit: 10 })).toEqual([soon, late])
      expect(await ledger.refusedStillValid({ network: base, validAfterSeconds: noonSeconds, limit: 1 })).toEqual([soon])
    })
  })

  describe('reorganised', () => {
    test('a settlement whose block vanished is settling again, and settles again', async () => {
      await using opened = await open()
      const { id } = await settled(opened.ledger, claimOf())
      expect(await opened.ledger.unsettle({ id, at: noon })).toMatchObject({
        state: 'settling',
        blockNumber: null,
        blockHash: null,
        logIndex: null,
      })
      expect(await opened.ledger.unsettle({ id, at: noon })).toBeUndefined()
      expect(await opened.ledger.settle([settlementOf(id, 150n)])).toMatchObject([{ state: 'settled', blockNumber: 150n }])
    })

    test('one that is final stays', async () => {
      await using opened = await open()
      const { id } = await settled(opened.ledger, claimOf())
      await opened.ledger.finalize({ ids: [id] })
      expect(await opened.ledger.unsettle({ id, at: noon })).toBeUndefined()
    })

    test('one that cannot be collected again was answered, so it is reversed, never refused', async () => {
      await using opened = await open()
      const { id } = await settled(opened.ledger, claimOf())
      expect(await opened.ledger.reverse({ id, reason: 'reorganised', at: noon })).toBeUndefined()
      await opened.ledger.unsettle({ id, at: noon })
      expect(await opened.ledger.refuse({ id, reason: 'cancelled', at: noon })).toBeUndefined()
      expect(await opened.ledger.reverse({ id, reason: 'reorganised', at: noon })).toMatchObject({
        state: 'reversed',
        reason: 'reorganised',
      })
      expect(await opened.ledger.answer(id)).toEqual(hello)
    })

    test('one that was never answered is refused, never reversed', async () => {
      await using opened = await open()
      const { id } = await served(opened.ledger, claimOf())
      expect(await opened.ledger.reverse({ id, reason: 'reorganised', at: noon })).toBeUndefined()
    })
  })

  describe('finality', () => {
    test('what is settled and not final is listed by network, oldest first', async () => {
      await using opened = await open()
      const { ledger } = opened
      const ids = [(await served(ledger, claimOf())).id, (await served(ledger, claimOf())).id, (await served(ledger, claimOf())).id]
      const [last, first] = await ledger.settle([
        { ...settlementOf(ids[0]!), at: noon + 3 },
        { ...settlementOf(ids[1]!), at: noon + 1 },
      ])
      await settled(ledger, claimOf({ network: polygon }))
      expect(await ledger.notFinal({ network: base, limit: 10 })).toEqual([first, last])
      expect(await ledger.notFinal({ network: base, limit: 1 })).toEqual([first])
      await ledger.finalize({ ids: [ids[1]!, ids[2]!, '00'.repeat(16)] })
      expect(await ledger.notFinal({ network: base, limit: 10 })).toEqual([last])
      expect(await ledger.find(ids[1]!)).toMatchObject({ state: 'settled', final: true })
      expect(await ledger.find(ids[2]!)).toMatchObject({ state: 'served', final: false })
    })
  })
}
