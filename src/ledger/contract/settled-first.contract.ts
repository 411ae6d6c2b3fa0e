import { describe, expect, test } from 'vitest'
import type { Ledger } from '../ledger.ts'
import { authorizationIdentity } from '../payments/identity.ts'
import { base, bytes32, claimed, claimOf, hello, noon, settlementOf, today, wallet, type OpenLedger } from './open-ledger.fixture.ts'

const run = { offerId: 'market-price', fingerprint: 'again', client: 'there', instance: 'here', leaseUntil: noon + 60_000, maxRuns: 3 }
const signer = wallet(0x519)

async function ordered(ledger: Ledger, changes = {}) {
  return (await ledger.order(await claimed(ledger, claimOf(changes))))!
}

async function credited(ledger: Ledger, changes = {}) {
  const { id } = await ordered(ledger, changes)
  return (await ledger.settle([settlementOf(id)]))[0]!
}

export function settledFirstContract(open: OpenLedger): void {
  describe('a payment that is settled first', () => {
    test('is ordered, settles, and is a credit until its work is done', async () => {
      await using opened = await open()
      const { ledger } = opened
      const order = await ordered(ledger)
      expect(order).toMatchObject({ state: 'ordered', timing: 'first', epoch: 2, servedAt: null, runs: 0 })
      const transaction = { hash: bytes32(1), raw: '0x02', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: noon } as const
      await ledger.recordTransaction({ network: base, signer, nonce: 1, transaction, payments: [order.id], at: noon })
      expect(await ledger.find(order.id)).toMatchObject({ state: 'settling', timing: 'first', epoch: 3 })
      const [credit] = await ledger.settle([settlementOf(order.id)])
      expect(credit).toEqual(await ledger.find(order.id))
      expect(credit).toMatchObject({ state: 'credit', epoch: 4, servedAt: null, settledAt: expect.any(Number), final: false })
      expect(await ledger.answer(order.id)).toBeUndefined()
      const running = (await ledger.beginRun({ ...credit!, ...run }))!
      expect(running).toMatchObject({ state: 'running', runs: 1, fingerprint: 'again', client: 'there', epoch: 5 })
      const done = (await ledger.serveRun({ ...running, answer: hello, at: noon + 5 }))!
      expect(done).toMatchObject({ state: 'settled', epoch: 6, servedAt: noon + 5, settledAt: credit!.settledAt })
      expect(await ledger.answer(order.id)).toEqual(hello)
    })

    test('is never ordered where the call is free', async () => {
      await using opened = await open()
      const { ledger } = opened
      const free = await claimed(ledger, claimOf({ freeCall: { day: today, client: 'one', dailyLimit: 5 } }))
      expect(free.free).toBe(true)
      expect(await ledger.order(free)).toBeUndefined()
      expect(await ledger.order({ ...(await claimed(ledger, claimOf())), epoch: 7 })).toBeUndefined()
    })

    test('may be refused before it settles, and is a credit where it settles after all', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await ordered(ledger)
      expect(await ledger.refuse({ id, reason: 'no_money', at: noon })).toMatchObject({ state: 'refused', timing: 'first' })
      expect(await ledger.settle([settlementOf(id)])).toMatchObject([{ state: 'credit' }])
    })

    test('begins its work once at a time, three times at most, and not in another state', async () => {
      await using opened = await open()
      const { ledger } = opened
      let credit = await credited(ledger)
      for (let runs = 1; runs <= 3; runs++) {
        const both = await Promise.all([ledger.beginRun({ ...credit, ...run }), ledger.beginRun({ ...credit, ...run })])
        const [running, ...more] = both.filter((one) => one !== undefined)
        expect([running!.runs, more]).toEqual([runs, []])
        expect(await ledger.failRun({ ...running!, epoch: running!.epoch - 1, reason: 'late' })).toBeUndefined()
        credit = (await ledger.failRun({ ...running!, reason: 'run_failed' }))!
        expect(credit).toMatchObject({ state: 'credit', reason: 'run_failed', runs })
        expect(await ledger.serveRun({ ...running!, answer: hello, at: noon })).toBeUndefined()
      }
      expect(await ledger.beginRun({ ...credit, ...run })).toBeUndefined()
      expect(await ledger.answer(credit.id)).toBeUndefined()
    })

    test('whose owner has ended while it worked is a credit again', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id, epoch } = (await ledger.beginRun({ ...(await credited(ledger)), ...run }))!
      const abandoned = (changes: object) =>
        ledger.endAbandonedRuns({ now: noon, instance: 'there', allInstances: false, limit: 10, ...changes })
      expect(await abandoned({})).toEqual([])
      expect(await abandoned({ instance: 'here', allInstances: true })).toEqual([])
      expect(await abandoned({ now: noon + 60_000 })).toMatchObject([{ id, state: 'credit', reason: 'interrupted', runs: 1 }])
      expect(await ledger.serveRun({ id, epoch, answer: hello, at: noon })).toBeUndefined()
      const second = (await ledger.beginRun({ ...(await ledger.find(id))!, ...run }))!
      expect(await abandoned({ allInstances: true })).toMatchObject([{ id, state: 'credit', runs: 2 }])
      expect(await ledger.failRun({ ...second, reason: 'run_failed' })).toBeUndefined()
    })

    test('is taken over before it is settled, as any other', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await ordered(ledger)
      expect(await ledger.orphans({ now: noon, instance: 'there', allInstances: true, limit: 10 })).toMatchObject([
        { id, state: 'ordered' },
      ])
    })

    test('takes its credit along when its block vanishes, unless its work was done', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await credited(ledger)
      expect(await ledger.notFinal({ network: base, limit: 10 })).toMatchObject([{ id, state: 'credit' }])
      expect(await ledger.unsettle({ id, at: noon })).toMatchObject({ state: 'settling', settledAt: null, timing: 'first' })
      expect(await ledger.beginRun({ ...(await ledger.find(id))!, ...run })).toBeUndefined()
      expect(await ledger.refuse({ id, reason: 'no_money', at: noon })).toMatchObject({ state: 'refused' })
      const [other] = [await credited(ledger)]
      const running = (await ledger.beginRun({ ...other, ...run }))!
      expect(await ledger.unsettle({ id: other.id, at: noon })).toBeUndefined()
      await ledger.serveRun({ ...running, answer: hello, at: noon })
      expect(await ledger.unsettle({ id: other.id, at: noon })).toMatchObject({ state: 'settling', settledAt: other.settledAt })
      expect(await ledger.refuse({ id: other.id, reason: 'no_money', at: noon })).toBeUndefined()
      expect(await ledger.reverse({ id: other.id, reason: 'no_money', at: noon })).toMatchObject({ state: 'reversed' })
    })

    test('keeps its credit for good once its block is final, and stays out of the archive', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await credited(ledger)
      await ledger.finalize({ ids: [id] })
      expect(await ledger.notFinal({ network: base, limit: 10 })).toEqual([])
      expect(await ledger.unsettle({ id, at: noon })).toBeUndefined()
      expect(await ledger.archive({ expiredBefore: 2n ** 40n, limit: 10 })).toBe(0)
      expect(await ledger.find(id)).toMatchObject({ state: 'credit', final: true })
    })

    test('counts for the cover of its payer while a balance may be from before its settlement', async () => {
      await using opened = await open()
      const { ledger } = opened
      await credited(ledger, { payer: wallet(5), amount: 7_500n, balance: 10_000n, block: 1n })
      const again = { payer: wallet(5), amount: 7_500n, balance: 10_000n, block: 1n }
      expect(await ledger.claim(claimOf(again))).toEqual({ result: 'not_covered', outstanding: 7_500n })
    })

    test('is found by its Idempotency-Key and by its nonce, and its transaction buys nothing else', async () => {
      await using opened = await open()
      const { ledger } = opened
      const credit = await credited(ledger, { keys: ['key'] })
      const { authorization, network, asset, payer } = credit
      expect(await ledger.claim(claimOf({ payer, keys: ['key'] }))).toMatchObject({ result: 'key_taken', payment: { id: credit.id } })
      const identity = authorizationIdentity(network, asset, payer, authorization!.nonce)
      expect(await ledger.hotByIdentity(identity)).toMatchObject({ id: credit.id, state: 'credit' })
      expect(await ledger.release({ ...credit, reason: 'no', counted: null })).toBeUndefined()
    })
  })
}
