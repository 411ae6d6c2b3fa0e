import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { HookEvent } from '../../ledger/hooks/hook-event.ts'
import type { SendMail } from '../../shared/mail.ts'
import { silentLog } from '../../shared/log.ts'
import { createHooks, type SendHook } from './deliver-hooks.ts'

const secret = Buffer.alloc(32, 7)
const older = Buffer.alloc(24, 8)
const never = new AbortController().signal

function open(answer: (call: number) => number | Error, mail: SendMail | null = null) {
  let now = 1_764_000_000_000
  const events = new Map<string, HookEvent>()
  const sent: Parameters<SendHook>[0][] = []
  const change = (id: string, changes: Partial<HookEvent>) => void events.set(id, { ...events.get(id)!, ...changes })
  const ledger = {
    keepHooks: async () => {},
    async addHook({ id, kind, body, at }: { id: string; kind: string; body: string; at: number }) {
      events.set(id, { id, kind, body, at, subject: '', tries: 0, dueAt: 0, dead: false, failed: null })
    },
    dueHooks: async () => [...events.values()].filter(({ dead, dueAt }) => !dead && dueAt <= now),
    endHook: async ({ id }: { id: string }) => void events.delete(id),
    failHook: async ({ id, why, dueAt, dead }: { id: string; why: string; dueAt: number; dead: boolean }) =>
      change(id, { failed: why, dueAt, dead, tries: events.get(id)!.tries + 1 }),
    async redeliverHooks() {
      const dead = [...events.values()].filter((event) => event.dead)
      for (const { id } of dead) change(id, { dead: false, tries: 0, dueAt: now })
      return dead.length
    },
    listHooks: async ({ dead }: { dead: boolean }) => [...events.values()].filter((event) => event.dead === dead),
    find: async () => undefined,
  }
  const hooks = createHooks({
    ledger,
    server: {
      secrets: [secret, older],
      async send(message) {
        sent.push(message)
        const given = answer(sent.length)
        if (given instanceof Error) throw given
        return { status: given }
      },
    },
    mail,
    describe: async () => ({}),
    clock: { now: () => now },
    random: { bytes: (length) => new Uint8Array(length) },
    log: silentLog,
  })
  return {
    hooks,
    events,
    sent,
    add: (id: string, subject = '') =>
      void events.set(id, { id, kind: 'day.summed', body: '{"usd":"1"}', at: now, subject, tries: 0, dueAt: 0, dead: false, failed: null }),
    /** Lets time pass until the next try, and makes it; gives the milliseconds. */
    async untilNext() {
      const next = Math.min(...[...events.values()].filter(({ dead }) => !dead).map(({ dueAt }) => dueAt))
      const waited = next - now
      now = next
      await hooks.round(never)
      return waited
    },
  }
}

describe('an event', () => {
  test('goes out as Standard Webhooks have it, signed with every secret', async () => {
    const { hooks, events, sent, add } = open(() => 204)
    add('rcpt-3')
    await hooks.round(never)
    expect(events.size).toBe(0)
    const [{ headers, body }] = sent as [(typeof sent)[number]]
    expect(JSON.parse(body)).toEqual({ type: 'day.summed', timestamp: '2025-11-24T16:00:00.000Z', data: { usd: '1' } })
    const signed = `rcpt-3.1764000000.${body}`
    const signatures = [secret, older].map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(headers).toEqual({
      'content-type': 'application/json',
      'webhook-id': 'rcpt-3',
      'webhook-timestamp': '1764000000',
      'webhook-signature': signatures.join(' '),
    })
  })

  test('that is not taken is tried again after longer and longer waits, under the same id, and then it is dead', async () => {
    const { hooks, events, sent, add, untilNext } = open((call) => (call === 2 ? new Error('not fetched: it took too long') : 503))
    add('rcpt-3')
    await hooks.round(never)
    await hooks.round(never)
    expect([sent.length, events.get('rcpt-3')]).toMatchObject([1, { tries: 1, failed: 'status 503' }])
    const waits: number[] = []
    waits.push(await untilNext())
    expect(events.get('rcpt-3')).toMatchObject({ failed: 'not fetched: it took too long' })
    await hooks.check()
    while (events.get('rcpt-3')?.dead === false) waits.push(await untilNext())
    expect(waits).toEqual(waits.toSorted((one, next) => one - next))
    expect([waits.length, waits[0], waits.at(-1)]).toEqual([9, 5_000, 86_400_000])
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(['rcpt-3']))
    await hooks.round(never)
    expect(sent.length).toBe(10)
    await expect(hooks.check()).rejects.toThrow('farthing hooks')
  })

  test('is tried again when the operator says so', async () => {
    const { hooks, events, add } = open((call) => (call === 1 ? 410 : 200))
    add('rcpt-3')
    await hooks.round(never)
    expect(events.get('rcpt-3')).toMatchObject({ dead: true, failed: 'status 410' })
    expect(await hooks.redeliver(null)).toEqual({ events: 1 })
    await hooks.round(never)
    expect(events.size).toBe(0)
  })

  test('whose try was cut off by a shutdown counts as not tried', async () => {
    const { hooks, events, add } = open(() => new Error('aborted'))
    add('rcpt-3')
    await hooks.round(AbortSignal.abort())
    expect(events.get('rcpt-3')).toMatchObject({ tries: 0, failed: null })
  })

  test('about a payment that is gone from the ledger is dropped, and holds no other up', async () => {
    const { hooks, events, sent, add } = open(() => 200)
    add('gone-1', 'gone')
    await hooks.test()
    await hooks.round(never)
    expect([events.size, sent.map(({ headers }) => headers['webhook-id'])]).toEqual([0, ['test-0000000000000000']])
  })

  test('that is news goes to the server and by mail, each until it was taken', async () => {
    const mails: object[] = []
    const { hooks, events, sent, untilNext } = open(
      () => 200,
      async (mail) => {
        mails.push(mail)
        if (mails.length === 1) throw new Error('450 the mailbox is busy')
      },
    )
    const news = { id: 'day-1', kind: 'day.summed', data: { day: '1' }, mail: { subject: 'A day', text: 'It was good.' } }
    await hooks.tell(news)
    await hooks.round(never)
    expect(JSON.parse(sent[0]!.body)).toMatchObject({ type: 'day.summed', data: { day: '1' } })
    expect([...events.values()]).toMatchObject([{ id: 'mail-day-1', tries: 1, failed: '450 the mailbox is busy' }])
    await untilNext()
    expect(mails).toEqual([1, 2].map(() => ({ id: 'mail-day-1', subject: 'A day', text: 'It was good.' })))
    expect([sent.length, events.size]).toEqual([1, 0])
  })
})
