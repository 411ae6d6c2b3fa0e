import { describe, expect, test } from 'vitest'
import { transferIdentity } from '../payments/identity.ts'
import {
  again,
  base,
  bytes32,
  claimOf,
  claimed,
  claimedTransfer,
  dayMs,
  hello,
  inNextBlock,
  noon,
  noonSeconds,
  polygon,
  served,
  settledTransfer,
  today,
  transferOf,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

export function transfersContract(open: OpenLedger): void {
  describe('a transfer', () => {
    test('is claimed as it was given, and settled at once when it is served', async () => {
      await using opened = await open()
      const { ledger } = opened
      const input = transferOf({ keys: ['key'], bound: true, payer: '0xABCDEFabcdefABCDEFabcdefABCDEFabcdefABCD' })
      const payment = await claimedTransfer(ledger, input)
      expect(payment).toMatchObject({
        id: input.id,
        state: 'claimed',
        epoch: 1,
        authorization: null,
        bound: true,
        theft: false,
        free: false,
      })
      expect(payment).toMatchObject({ transaction: input.transaction, blockNumber: 100n, blockHash: bytes32(100), logIndex: 5 })
      expect(payment).toMatchObject({ payer: input.payer.toLowerCase(), keys: ['key'], claimBlock: 102n, settledAt: null, final: false })
      const end = await ledger.serve({ ...payment, answer: hello, at: noon + 10 })
      expect(end).toMatchObject({ state: 'settled', epoch: 2, servedAt: noon + 10, settledAt: noon + 10, final: false })
      expect(await ledger.find(input.id)).toEqual(end)
      expect(await ledger.findByIdentity(transferIdentity(input))).toEqual(end)
      expect(await ledger.findByCredential(input.credentialHash)).toEqual(end)
      expect(await ledger.answer(input.id)).toEqual(hello)
      expect(await ledger.notFinal({ network: base, transfers: true, limit: 10 })).toEqual([end])
      expect(await ledger.notFinal({ network: base, limit: 10 })).toEqual([])
    })

    test('claimed 100 times at once is claimed once', async () => {
      await using opened = await open()
      const input = transferOf()
      const results = await Promise.all(Array.from({ length: 100 }, () => opened.ledger.claimTransfer(again(input))))
      expect(results.filter(({ result }) => result === 'claimed')).toHaveLength(1)
      expect(results.filter(({ result }) => result === 'taken')).toHaveLength(99)
    })

    test('is identified by network, transaction and its place there', async () => {
      await using opened = await open()
      const { ledger } = opened
      const input = transferOf()
      await settledTransfer(ledger, input)
      await settledTransfer(ledger, again(input, { network: polygon }))
      await settledTransfer(ledger, again(input, { occurrence: 1, logIndex: 6 }))
      await settledTransfer(ledger, again(input, { transaction: bytes32(1) }))
      expect(await ledger.claimTransfer(again(input, { occurrence: 1, logIndex: 6 }))).toMatchObject({ result: 'taken' })
    })

    test('is the same in another block of a reorganised chain, whatever its log index is there', async () => {
      await using opened = await open()
      const input = transferOf()
      const payment = await settledTransfer(opened.ledger, input)
      expect(await opened.ledger.claimTransfer(again(input, inNextBlock))).toEqual({ result: 'taken', payment })
    })

    test('owes nothing, and makes its payer a wallet that has paid', async () => {
      await using opened = await open()
      const { ledger } = opened
      await claimedTransfer(ledger, transferOf())
      const freeCall = { day: today, client: '192.0.2.1', dailyLimit: 25 }
      expect(await claimed(ledger, claimOf({ balance: 7500n, freeCall }))).toMatchObject({ free: false })
    })

    test('under a key of an earlier purchase gives that purchase, and stays unused', async () => {
      await using opened = await open()
      const { ledger } = opened
      const first = await served(ledger, claimOf({ keys: ['key'] }))
      const input = transferOf({ keys: ['key'] })
      expect(await ledger.claimTransfer(input)).toEqual({ result: 'key_taken', payment: first })
      expect(await claimedTransfer(ledger, { ...input, keys: ['another'] })).toMatchObject({ id: input.id })
      expect(await ledger.claim(claimOf({ keys: ['another'] }))).toMatchObject({ result: 'key_taken', payment: { id: input.id } })
    })

    test('is never refused, unsettled or sent', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await settledTransfer(ledger, transferOf())
      expect(await ledger.refuse({ id, reason: 'cancelled', at: noon })).toBeUndefined()
      expect(await ledger.unsettle({ id, at: noon })).toBeUndefined()
      const transaction = { hash: bytes32(1), raw: '0x02', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: noon } as const
      await ledger.recordTransaction({ network: base, signer: wallet(9), nonce: 1, transaction, payments: [id], at: noon })
      expect(await ledger.find(id)).toMatchObject({ state: 'settled', epoch: 2 })
    })

    test('is archived once it is final, and its key holds there for ever', async () => {
      await using opened = await open()
      const { ledger } = opened
      const [input, young] = [transferOf({ authorizationNonce: bytes32(7) }), transferOf()]
      const payment = await settledTransfer(ledger, input)
      expect(await ledger.archive({ expiredBefore: noonSeconds + 60n, limit: 10 })).toBe(0)
      const later = await ledger.serve({ ...(await claimedTransfer(ledger, young)), answer: hello, at: noon + dayMs })
      await ledger.finalize({ ids: [payment.id, later!.id] })
      const totals = await ledger.totals()
      expect(await ledger.archive({ expiredBefore: noonSeconds + 60n, limit: 10 })).toBe(1)
      expect(await ledger.totals()).toEqual(totals)
      const archived = { ...payment, final: true }
      expect(await ledger.findByIdentity(transferIdentity(input))).toEqual(archived)
      expect(await ledger.claimTransfer(again(input))).toEqual({ result: 'taken', payment: archived })
      const sameAuthorization = again(input, { transaction: bytes32(9) })
      expect(await ledger.claimTransfer(sameAuthorization)).toEqual({ result: 'taken', payment: archived })
    })
  })

  describe('a transfer whose block vanished', () => {
    const at = noon + 2000
    test('moves to the block that holds it now', async () => {
      await using opened = await open()
      const { ledger } = opened
      const input = transferOf()
      const { id } = await settledTransfer(ledger, input)
      const place = { id, transaction: input.transaction, occurrence: 0, at, ...inNextBlock }
      const [moved] = await ledger.settle([place])
      expect(moved).toMatchObject({ id, state: 'settled', epoch: 3, settledAt: noon + 10, final: false, ...inNextBlock })
      expect(await ledger.settle([place])).toEqual([])
      expect(await ledger.settle([{ ...place, transaction: bytes32(1), blockHash: bytes32(200) }])).toEqual([])
      expect(await ledger.findByIdentity(transferIdentity(input))).toEqual(moved)
      await ledger.finalize({ ids: [id] })
      expect(await ledger.settle([{ ...place, blockHash: bytes32(300) }])).toEqual([])
    })

    test('is reversed when it does not come back, and its key stays', async () => {
      await using opened = await open()
      const { ledger } = opened
      const input = transferOf()
      const { id, epoch } = await settledTransfer(ledger, input)
      expect(await ledger.reverse({ id, reason: 'gone', at })).toBeUndefined()
      expect(await ledger.reverse({ id, epoch: epoch - 1, reason: 'gone', at })).toBeUndefined()
      const reversed = await ledger.reverse({ id, epoch, reason: 'gone', at })
      expect(reversed).toMatchObject({ state: 'reversed', reason: 'gone' })
      expect(await ledger.findByIdentity(transferIdentity(input))).toEqual(reversed)
      expect(await ledger.archive({ expiredBefore: noonSeconds * 2n, limit: 10 })).toBe(0)
    })

    test('is settled after all when it is brought again, since it was answered', async () => {
      await using opened = await open()
      const { ledger } = opened
      const input = transferOf()
      const { id, epoch } = await settledTransfer(ledger, input)
      await ledger.reverse({ id, epoch, reason: 'gone', at })
      const found = await ledger.claimTransfer(again(input, { ...inNextBlock, bound: true }))
      expect(found).toMatchObject({ result: 'taken', payment: { id, state: 'settled', reason: null, final: false, ...inNextBlock } })
    })

    test('is not reversed once it is final', async () => {
      await using opened = await open()
      const { id, epoch } = await settledTransfer(opened.ledger, transferOf())
      await opened.ledger.finalize({ ids: [id] })
      expect(await opened.ledger.reverse({ id, epoch, reason: 'gone', at })).toBeUndefined()
    })
  })
}
