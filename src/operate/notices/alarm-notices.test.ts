import { describe, expect, test } from 'vitest'
import { silentLog } from '../../shared/log.ts'
import type { Mail } from '../../shared/mail.ts'
import type { KeptRows } from '../desk/kept-rows.ts'
import type { Wrong } from '../desk/wrong-now.ts'
import type { News } from '../hooks/deliver-hooks.ts'
import { createAlarmNotices, type NoticedAlarm } from './alarm-notices.ts'

const never = new AbortController().signal
const noGas: Wrong = {
  alarm: 'no_gas_money',
  about: 'eip155:8453',
  what: 'No signer has enough gas money, so nothing is sold there.',
  todo: 'Send gas money.',
  page: 'docs/operate/alarms.md#no_gas_money',
  kind: 'now',
  since: '2026-03-01T12:00:00.000Z',
  times: 1,
  payment: null,
  muted: null,
}
const reversed: Wrong = { ...noGas, alarm: 'reversed', kind: 'happened', payment: 'ab'.repeat(16) }
const noLedger: Wrong = { ...noGas, alarm: 'ledger', about: null }

/** Two processes on one ledger. */
function openTwo() {
  let now = 1_764_000_000_000
  const kept = new Map<string, NoticedAlarm>()
  const told: News[] = []
  const mailed: Mail[] = []
  const state = { isLedgerAway: false }
  const answer = () => {
    if (state.isLedgerAway) throw new Error('the ledger is away')
  }
  const rows: KeptRows<NoticedAlarm> = {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, row) => void kept.set(key, row),
    async update(key, change) {
      answer()
      const next = change(kept.get(key) ?? null)
      if (next === null) kept.delete(key)
      else kept.set(key, next)
      return next
    },
    remove: async (key) => kept.delete(key),
    async list() {
      answer()
      return [...kept].map(([key, row]) => ({ key, row }))
    },
  }
  let ids = 0
  const processOf = () => {
    const process = { wrong: [] as readonly Wrong[] }
    const notices = createAlarmNotices({
      wrong: { list: async () => process.wrong },
      rows,
      tell: async (news) => void told.push(news),
      mailNow: async (mail) => void mailed.push(mail),
      name: () => 'Tides',
      clock: { now: () => now },
      random: { bytes: (length) => new Uint8Array(length).fill((ids += 1)) },
      log: silentLog,
    })
    return Object.assign(process, { look: () => notices.look(never) })
  }
  const [one, two] = [processOf(), processOf()]
  return {
    one,
    two,
    state,
    mailed,
    told: () => told.map(({ kind }) => kind),
    news: told,
    /** Lets time pass, in which both look every ten seconds. */
    async pass(seconds: number) {
      for (let passed = 0; passed < seconds; passed += 10) {
        await one.look().catch(() => {})
        await two.look().catch(() => {})
        now += 10_000
      }
    },
  }
}

describe('an alarm', () => {
  test('is told once when it has lasted half a minute, and once when no process has it any longer', async () => {
    const { one, two, told, news, pass } = openTwo()
    one.wrong = [noGas]
    await pass(30)
    expect(told()).toEqual([])
    two.wrong = [noGas]
    await pass(600)
    expect(told()).toEqual(['alarm.started'])
    one.wrong = []
    await pass(600)
    expect(told()).toEqual(['alarm.started'])
    two.wrong = []
    await pass(180)
    expect(told()).toEqual(['alarm.started', 'alarm.ended'])
    const [begun, over] = news as [News, News]
    expect(begun.data).toMatchObject({ alarm: 'no_gas_money', about: 'eip155:8453', since: noGas.since, todo: 'Send gas money.' })
    expect(begun.mail).toEqual({
      subject: 'Tides: No signer has enough gas money, so nothing is sold there (eip155:8453)',
      text: expect.stringContaining('To do: Send gas money.') as string,
    })
    expect(over).toMatchObject({ id: `${begun.id}-over`, data: { id: begun.id, alarm: 'no_gas_money' } })
  })

  test('that comes back after it was over is told again', async () => {
    const { one, told, pass } = openTwo()
    one.wrong = [noGas]
    await pass(60)
    one.wrong = []
    await pass(180)
    one.wrong = [noGas]
    await pass(60)
    expect(told()).toEqual(['alarm.started', 'alarm.ended', 'alarm.started'])
  })

  test('that flickers is not told', async () => {
    const { one, told, pass } = openTwo()
    one.wrong = [noGas]
    await pass(10)
    one.wrong = []
    await pass(300)
    expect(told()).toEqual([])
  })

  test('that is muted is not told, and is told when the mute ends before it does', async () => {
    const { one, told, pass } = openTwo()
    one.wrong = [{ ...noGas, muted: { until: '2026-03-01T13:00:00.000Z', by: 'anna' } }]
    await pass(600)
    expect(told()).toEqual([])
    one.wrong = [noGas]
    await pass(20)
    expect(told()).toEqual(['alarm.started'])
  })

  test('that happened once is told at once, and has no end', async () => {
    const { one, told, news, pass } = openTwo()
    one.wrong = [reversed]
    await pass(10)
    expect(told()).toEqual(['alarm.happened'])
    expect(news[0]!.mail.text).toContain(reversed.payment!)
    one.wrong = []
    await pass(600)
    expect(told()).toEqual(['alarm.happened'])
  })

  test('about a ledger that takes no writes goes by mail past the ledger, once an hour from each process', async () => {
    const { one, state, mailed, told, pass } = openTwo()
    one.wrong = [noLedger]
    state.isLedgerAway = true
    await pass(3_590)
    expect(mailed).toMatchObject([{ subject: 'Tides: No signer has enough gas money, so nothing is sold there' }])
    await pass(30)
    expect(mailed.length).toBe(2)
    state.isLedgerAway = false
    await pass(60)
    expect(told()).toEqual(['alarm.started'])
  })

  test('of another kind is not mailed past the ledger', async () => {
    const { one, state, mailed, pass } = openTwo()
    one.wrong = [noGas]
    state.isLedgerAway = true
    await pass(60)
    expect(mailed).toEqual([])
  })
})
