import { describe, expect, test } from 'vitest'
import type { Ledger } from '../ledger.ts'
import { authorizationIdentity } from '../payments/identity.ts'
import type { EarlyLimits } from '../payments/early/early-limits.ts'
import type { ServedEarly } from '../payments/early/serve-early.ts'
import { earlyBoundsContract } from './early-bounds.contract.ts'
import {
  base,
  bytes32,
  claimed,
  claimOf,
  dayMs,
  generous,
  hello,
  noon,
  noonSeconds,
  settled,
  settlementOf,
  today,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

type Changes = Parameters<typeof claimOf>[0]

/** Claims and serves; `limits` differ from generous ones, and so may what the payer has settled. */
async function serveEarly(
  ledger: Ledger,
  changes: Changes = {},
  limits: Partial<EarlyLimits> = {},
  settledHere = generous.settledHere,
): Promise<ServedEarly> {
  const payment = await claimed(ledger, claimOf(changes))
  const served = await ledger.serveEarly({
    ...payment,
    claimed: payment,
    answer: hello,
    at: noon + 10,
    limits: { ...generous.limits, ...limits },
    settledHere,
  })
  if (!served) throw new Error('the claim was lost')
  return served
}

const nothingHere = { payments: 0, amount: 0n }
const owe = (ledger: Ledger, id: string, at = noon + 500) => ledger.bookOwed({ id, reason: 'gone', day: today, at })

async function owed(ledger: Ledger, changes: Changes = {}, at = noon + 500) {
  const { payment } = await serveEarly(ledger, changes)
  return (await owe(ledger, payment.id, at))!
}

function payment(nonce: number, payer = wallet(1)) {
  const authorization = { nonce: bytes32(nonce), validAfter: 0n, validBefore: noonSeconds + 9_000n, signature: '0xbeef' } as const
  const identity = authorizationIdentity(base, wallet(0xa55e7), payer, authorization.nonce)
  return {
    authorization,
    identity,
    credentialHash: 'paid later',
    claimBlock: 777n,
    instance: 'there',
    leaseUntil: noon + 900,
    at: noon + 800,
  }
}

export function earlyContract(open: OpenLedger): void {
  describe('an answer before its settlement', () => {
    test('is stored with its payment, which settles as any other', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { payment: early, objection, used } = await serveEarly(ledger)
      expect([objection, used]).toEqual([null, 0n])
      expect(early).toEqual(await ledger.find(early.id))
      expect(early).toMatchObject({ state: 'served', timing: 'early', epoch: 2, servedAt: noon + 10, reason: null })
      expect(await ledger.answer(early.id)).toEqual(hello)
      expect(await ledger.earlyExposure({ day: today })).toEqual({ open: 7500n, lost: 0n, owedPayments: 0, owedAmount: 0n })
      expect(await ledger.settle([settlementOf(early.id)])).toMatchObject([{ state: 'settled', timing: 'early' }])
      expect(await ledger.earlyExposure({ day: today })).toMatchObject({ open: 0n })
    })

    test('is never lost to a claim that has ended, and never free', async () => {
      await using opened = await open()
      const { ledger } = opened
      const free = await claimed(ledger, claimOf({ freeCall: { day: today, client: 'one', dailyLimit: 5 } }))
      const input = { ...free, claimed: free, answer: hello, at: noon, ...generous }
      expect(await ledger.serveEarly(input)).toBeUndefined()
      const other = await claimed(ledger, claimOf())
      expect(await ledger.serveEarly({ ...input, ...other, claimed: other, epoch: 9 })).toBeUndefined()
      expect((await ledger.find(other.id))!.state).toBe('claimed')
    })

    test('waits for the settlement of a payer without history', async () => {
      await using opened = await open()
      const first = await serveEarly(opened.ledger, {}, {}, nothingHere)
      expect(first).toMatchObject({ objection: 'history', payment: { state: 'served', timing: 'after' } })
      expect(await opened.ledger.answer(first.payment.id)).toEqual(hello)
    })

    test('is limited by what the payer has settled, as the archive knows it too', async () => {
      await using opened = await open()
      const { ledger } = opened
      for (const amount of [5000n, 4000n]) await ledger.finalize({ ids: [(await settled(ledger, claimOf({ amount }))).id] })
      expect(await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 10 })).toBe(2)
      const objections = []
      for (const amount of [9001n, 9000n, 1n]) objections.push((await serveEarly(ledger, { amount }, {}, nothingHere)).objection)
      expect(objections).toEqual(['history', null, 'history'])
      // The higher figure counts, since each may have a part of the other.
      expect((await serveEarly(ledger, { amount: 1001n }, {}, { payments: 9, amount: 10_000n })).objection).toBe('history')
      expect((await serveEarly(ledger, { amount: 1000n }, {}, { payments: 9, amount: 10_000n })).objection).toBe(null)
    })

    test('is limited per payer, per client address, and in all', async () => {
      await using opened = await open()
      const { ledger } = opened
      await serveEarly(ledger, { payer: wallet(1), client: 'a', amount: 60n })
      expect((await serveEarly(ledger, { payer: wallet(1), client: 'b', amount: 41n }, { perPayer: 100n })).objection).toBe('payer')
      expect((await serveEarly(ledger, { payer: wallet(2), client: 'a', amount: 41n }, { perClient: 100n })).objection).toBe('client')
      expect((await serveEarly(ledger, { payer: wallet(2), client: 'b', amount: 41n }, { perDay: 100n })).objection).toBe('day')
      const last = await serveEarly(
        ledger,
        { payer: wallet(2), client: 'b', amount: 40n },
        { perPayer: 100n, perClient: 40n, perDay: 100n },
      )
      expect(last).toMatchObject({ objection: null, used: 60n })
    })

    test('leaves its payer room for one more unsettled payment', async () => {
      await using opened = await open()
      const unsettled = { base: 2, max: 256 }
      const here = { payments: 1, amount: 1_000_000n }
      const objections = []
      for (let calls = 0; calls < 4; calls++) objections.push((await serveEarly(opened.ledger, {}, { unsettled }, here)).objection)
      expect(objections).toEqual([null, null, 'unsettled', 'unsettled'])
    })

    test('waits where the payer is barred', async () => {
      await using opened = await open()
      const { ledger } = opened
      const payment = await claimed(ledger, claimOf())
      await ledger.barPayer({ payer: payment.payer, until: noon + 100, reason: 'failed' })
      const input = { ...payment, claimed: payment, answer: hello, at: noon, ...generous }
      expect(await ledger.serveEarly(input)).toMatchObject({ objection: 'barred' })
    })
  })

  describe('an early answer that cannot be collected', () => {
    test('is owed: a loss of the day, and its answer is withheld', async () => {
      await using opened = await open()
      const { ledger } = opened
      const debt = await owed(ledger)
      expect(debt).toMatchObject({ state: 'owed', reason: 'gone', timing: 'early', epoch: 3, settledAt: null })
      expect(debt).toEqual(await ledger.find(debt.id))
      expect(await owe(ledger, debt.id)).toBeUndefined()
      expect(await ledger.earlyExposure({ day: today })).toEqual({ open: 0n, lost: 7500n, owedPayments: 1, owedAmount: 7500n })
      expect(await ledger.earlyExposure({ day: '2026-11-22' })).toMatchObject({ lost: 0n, owedPayments: 1 })
      expect(await ledger.answer(debt.id)).toBeUndefined()
      expect(await ledger.totals()).toMatchObject([{ state: 'owed', amount: 7500n }])
      expect(await ledger.archive({ expiredBefore: noonSeconds + 9_000n, limit: 10 })).toBe(0)
      // Somebody may still submit its authorization.
      expect(await ledger.refusedStillValid({ network: base, validAfterSeconds: 0n, limit: 9 })).toEqual([debt])
    })

    test('is not refused, and nothing but an early answer is owed', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { payment: early } = await serveEarly(ledger)
      expect(await ledger.refuse({ id: early.id, reason: 'gone', at: noon })).toBeUndefined()
      const { payment: after } = await serveEarly(ledger, {}, {}, nothingHere)
      expect(await owe(ledger, after.id)).toBeUndefined()
      expect((await ledger.refuse({ id: after.id, reason: 'gone', at: noon }))!.state).toBe('refused')
      await ledger.settle([settlementOf(early.id)])
      expect(await owe(ledger, early.id)).toBeUndefined()
      // It was settled once, so it is reversed as any other.
      await ledger.unsettle({ id: early.id, at: noon })
      expect(await owe(ledger, early.id)).toBeUndefined()
      expect((await ledger.reverse({ id: early.id, reason: 'gone', at: noon }))!.state).toBe('reversed')
      expect((await ledger.claim(claimOf())).result).toBe('claimed')
    })

    test('replaces the bar of its failed attempts', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { payment: early } = await serveEarly(ledger)
      for (const payer of [early.payer, wallet(2)]) await ledger.barPayer({ payer, until: noon + 9_000, reason: 'failed' })
      await owe(ledger, early.id)
      expect((await ledger.claim(claimOf())).result).toBe('owing')
      expect((await ledger.claim(claimOf({ payer: wallet(2) }))).result).toBe('barred')
      expect(await ledger.barredUntil({ payer: early.payer, now: noon })).toBe(0)
    })

    test('keeps its payer from buying on every network, and only its payer', async () => {
      await using opened = await open()
      const { ledger } = opened
      const waiting = await claimed(ledger, claimOf())
      const debt = await owed(ledger)
      expect(await ledger.claim(claimOf({ network: 'eip155:137' }))).toEqual({ result: 'owing', payment: debt })
      expect((await ledger.claim(claimOf({ payer: wallet(2) }))).result).toBe('claimed')
      const input = { ...waiting, claimed: waiting, answer: hello, at: noon, ...generous }
      expect(await ledger.serveEarly(input)).toMatchObject({ objection: 'owing', payment: { timing: 'after' } })
    })

    test('uses up the bounds of its client address and its day', async () => {
      await using opened = await open()
      const { ledger } = opened
      await owed(ledger, { client: 'a', amount: 60n })
      const other = { payer: wallet(2), amount: 41n }
      expect((await serveEarly(ledger, { ...other, client: 'a' }, { perClient: 100n })).objection).toBe('client')
      expect((await serveEarly(ledger, { ...other, client: 'b' }, { perDay: 100n })).objection).toBe('day')
      expect((await serveEarly(ledger, other, { perDay: 100n, day: '2026-11-22' })).objection).toBe(null)
      await ledger.expire({ now: noon + 2 * dayMs, limit: 100 })
      expect((await serveEarly(ledger, { ...other, client: 'a' }, { perClient: 100n })).objection).toBe(null)
      expect(await ledger.earlyExposure({ day: today })).toMatchObject({ lost: 60n })
    })

    test('ends the history of its payer, whatever is archived later', async () => {
      await using opened = await open()
      const { ledger } = opened
      const before = [await settled(ledger, claimOf()), await settled(ledger, claimOf())]
      await ledger.finalize({ ids: [before[0]!.id] })
      await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 10 })
      const debt = await owed(ledger, {}, noon + 5_000)
      expect(await ledger.payerHistory(debt.payer)).toMatchObject({ settled: 0 })
      await ledger.settle([{ ...settlementOf(debt.id), at: noon + 600_000 }])
      // Neither what this instance saw nor what was settled before counts.
      await ledger.finalize({ ids: [before[1]!.id] })
      await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 10 })
      expect(await ledger.payerHistory(debt.payer)).toMatchObject({ settled: 0 })
      expect((await serveEarly(ledger)).objection).toBe('history')
      // The one that was settled after it was owed is the beginning of a new history.
      await ledger.finalize({ ids: [debt.id] })
      await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 10 })
      expect(await ledger.payerHistory(debt.payer)).toMatchObject({ settled: 1 })
      expect((await serveEarly(ledger)).objection).toBe(null)
    })

    test('is settled after all where its transfer appears, and then nothing is owed', async () => {
      await using opened = await open()
      const { ledger } = opened
      const debt = await owed(ledger)
      expect(await ledger.settle([settlementOf(debt.id)])).toMatchObject([{ state: 'settled', reason: null }])
      expect((await ledger.claim(claimOf())).result).toBe('claimed')
      expect(await ledger.answer(debt.id)).toEqual(hello)
      expect(await ledger.earlyExposure({ day: today })).toMatchObject({ lost: 7500n, owedPayments: 0 })
    })
  })

  describe('paying what is owed', () => {
    test('takes another authorization for the same receipt, and ends the refusal once it is settled', async () => {
      await using opened = await open()
      const { ledger } = opened
      const debt = await owed(ledger)
      const { authorization, identity, ...rest } = payment(0x77)
      const paid = (await ledger.payOwed({ ...debt, ...rest, authorization, identity }))!
      expect(paid).toEqual(await ledger.find(debt.id))
      expect(paid).toMatchObject({ state: 'served', timing: 'early', authorization, claimBlock: 777n, instance: 'there', epoch: 4 })
      expect((await ledger.hotByIdentity(identity))!.id).toBe(debt.id)
      expect((await ledger.claim(claimOf())).result).toBe('owing')
      // It is a loss already, so it is not open as well.
      expect(await ledger.earlyExposure({ day: today })).toMatchObject({ open: 0n, lost: 7500n, owedPayments: 1 })
      expect(await ledger.settle([{ ...settlementOf(debt.id), served: paid }])).toMatchObject([{ state: 'settled', reason: null }])
      expect((await ledger.claim(claimOf())).result).toBe('claimed')
    })

    test('may fail again, which is no second loss', async () => {
      await using opened = await open()
      const { ledger } = opened
      const debt = await owed(ledger)
      const paid = (await ledger.payOwed({ ...debt, ...payment(0x78) }))!
      const again = (await owe(ledger, paid.id))!
      expect(again).toMatchObject({ state: 'owed', epoch: 5 })
      expect(await ledger.earlyExposure({ day: today })).toMatchObject({ lost: 7500n, owedPayments: 1 })
      expect((await ledger.payOwed({ ...again, ...payment(0x79) }))!.state).toBe('served')
    })

    test('takes no authorization that another payment has, and nothing that is not owed', async () => {
      await using opened = await open()
      const { ledger } = opened
      const other = await claimed(ledger, claimOf({ nonce: bytes32(0x80) }))
      const debt = await owed(ledger)
      expect(await ledger.payOwed({ ...debt, ...payment(0x80) })).toBeUndefined()
      expect(await ledger.payOwed({ ...debt, epoch: 2, ...payment(0x81) })).toBeUndefined()
      expect(await ledger.payOwed({ ...other, ...payment(0x81) })).toBeUndefined()
      expect(await ledger.find(debt.id)).toEqual(debt)
      expect(await ledger.hotByIdentity(payment(0x81).identity)).toBeUndefined()
    })
  })

  earlyBoundsContract(open)
}
