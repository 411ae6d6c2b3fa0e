import { describe, expect, test } from 'vitest'
import type { Ledger } from '../ledger.ts'
import {
  claimed,
  claimOf,
  dayMs,
  hello,
  noon,
  noonSeconds,
  released,
  served,
  settled,
  settledTransfer,
  settlementOf,
  transferOf,
  type OpenLedger,
} from './open-ledger.fixture.ts'
import { creditOf, refundFor } from './refunds.contract.ts'

/** The clock of a database says when an event was made, so all of them are due at any time. */
const due = async (ledger: Ledger) => ledger.dueHooks({ now: noon, limit: 100, mail: true, hook: true })
const told = async (ledger: Ledger) => (await due(ledger)).map(({ kind, subject }) => `${kind} ${subject}`).toSorted()

export function hooksContract(open: OpenLedger): void {
  describe('events for the operator', () => {
    test('are left by payments that are settled, refused, reversed and given back, in the same unit and once each', async () => {
      await using opened = await open()
      const { ledger } = opened
      await ledger.keepHooks({ on: true })
      await ledger.keepHooks({ on: true })
      const payment = await settled(ledger, claimOf())
      await ledger.settle([settlementOf(payment.id)])
      const transfer = await settledTransfer(ledger, transferOf())
      const refused = await served(ledger, claimOf())
      await ledger.refuse({ id: refused.id, reason: 'expired', at: noon })
      await released(ledger, await claimed(ledger, claimOf()))
      const reversed = await settled(ledger, claimOf())
      await ledger.unsettle({ id: reversed.id, at: noon })
      await ledger.reverse({ id: reversed.id, reason: 'reorganised', at: noon })
      expect(await told(ledger)).toEqual(
        [
          `payment.settled ${payment.id}`,
          `payment.settled ${transfer.id}`,
          `payment.refused ${refused.id}`,
          `payment.settled ${reversed.id}`,
          `payment.reversed ${reversed.id}`,
        ].toSorted(),
      )
      const events = await due(ledger)
      expect(new Set(events.map(({ id }) => id)).size).toBe(5)
      expect(events[0]).toMatchObject({ body: null, tries: 0, dead: false, failed: null })
    })

    test('of a payment that was settled before its work come with its answer, and with its refund', async () => {
      await using opened = await open()
      const { ledger } = opened
      await ledger.keepHooks({ on: true })
      const credit = await creditOf(ledger)
      expect(await told(ledger)).toEqual([])
      const run = { offerId: 'market-price', fingerprint: 'f', client: 'c', instance: 'here', leaseUntil: noon + 60_000, maxRuns: 3 }
      const running = (await ledger.beginRun({ ...credit, ...run }))!
      await ledger.serveRun({ id: running.id, epoch: running.epoch, answer: hello, at: noon })
      const given = await creditOf(ledger)
      const asked = refundFor(given)
      await ledger.askRefund(asked)
      await ledger.settle([settlementOf(asked.refund.id)])
      await ledger.finalize({ ids: [asked.refund.id] })
      await ledger.endRefunds({ closedBefore: noonSeconds })
      expect(await told(ledger)).toEqual([`payment.refunded ${given.id}`, `payment.settled ${credit.id}`].toSorted())
    })

    test('are not left while nobody is told', async () => {
      await using opened = await open()
      const { ledger } = opened
      await settled(ledger, claimOf())
      await ledger.keepHooks({ on: true })
      await ledger.keepHooks({ on: false })
      await settled(ledger, claimOf())
      expect(await told(ledger)).toEqual([])
    })

    test('wait after a try that failed, are dead after the last, and are tried again when the operator says so', async () => {
      await using opened = await open()
      const { ledger } = opened
      for (const id of ['a', 'b', 'c']) await ledger.addHook({ id, kind: 'test', body: '{"a":1}', at: noon })
      await ledger.addHook({ id: 'a', kind: 'other', body: '{}', at: noon })
      await ledger.failHook({ id: 'a', why: 'status 500', dueAt: noon + 5_000, dead: false })
      await ledger.failHook({ id: 'b', why: 'status 410', dueAt: noon, dead: true })
      await ledger.endHook({ id: 'c' })
      expect(await told(ledger)).toEqual([])
      expect(await ledger.dueHooks({ now: noon + 5_000, limit: 9, mail: true, hook: true })).toEqual([
        {
          id: 'a',
          kind: 'test',
          subject: '',
          body: '{"a":1}',
          at: noon,
          tries: 1,
          dueAt: noon + 5_000,
          dead: false,
          failed: 'status 500',
        },
      ])
      expect((await ledger.listHooks({ dead: true, limit: 9 })).map(({ id }) => id)).toEqual(['b'])
      expect([await ledger.redeliverHooks({ id: 'nothing', now: noon }), await ledger.redeliverHooks({ id: '', now: noon })]).toEqual([
        0, 1,
      ])
      expect((await due(ledger)).map(({ id, tries }) => [id, tries])).toEqual([['b', 0]])
      expect(await ledger.redeliverHooks({ id: 'a', now: noon })).toBe(1)
      expect((await due(ledger)).map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
    })

    test('are read by the way that they go: by mail, or to the server', async () => {
      await using opened = await open()
      const { ledger } = opened
      for (const kind of ['mail.alarm.started', 'alarm.started', 'mailbox']) await ledger.addHook({ id: kind, kind, body: '{}', at: noon })
      const read = async (mail: boolean, hook: boolean) =>
        (await ledger.dueHooks({ now: noon, limit: 9, mail, hook })).map(({ id }) => id).toSorted()
      expect(await read(true, false)).toEqual(['mail.alarm.started'])
      expect(await read(false, true)).toEqual(['alarm.started', 'mailbox'])
      expect(await read(false, false)).toEqual([])
    })

    test('that nobody has asked for go 30 days after they died', async () => {
      await using opened = await open()
      const { ledger } = opened
      for (const id of ['old', 'young', 'alive']) await ledger.addHook({ id, kind: 'test', body: '{}', at: noon })
      await ledger.failHook({ id: 'old', why: 'x', dueAt: noon - 31 * dayMs, dead: true })
      await ledger.failHook({ id: 'young', why: 'x', dueAt: noon - 29 * dayMs, dead: true })
      await ledger.failHook({ id: 'alive', why: 'x', dueAt: noon - 31 * dayMs, dead: false })
      expect(await ledger.expire({ now: noon, limit: 100 })).toBe(1)
      expect((await ledger.listHooks({ dead: true, limit: 9 })).map(({ id }) => id)).toEqual(['young'])
    })
  })
}
