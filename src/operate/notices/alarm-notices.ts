import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Mail } from '../../shared/mail.ts'
import type { Random } from '../../shared/random.ts'
import type { KeptRows } from '../desk/kept-rows.ts'
import type { Wrong, WrongNow } from '../desk/wrong-now.ts'
import type { News } from '../hooks/deliver-hooks.ts'

/** An alarm that was noticed; all instances on one ledger share these rows. */
export interface NoticedAlarm {
  /** The same in all that is said of it. */
  readonly id: string
  readonly alarm: string
  readonly about: string | null
  readonly what: string
  readonly kind: 'now' | 'happened'
  /** Milliseconds since the epoch: when it was noticed, and when an instance had it last. */
  readonly noticed: number
  readonly seen: number
  readonly isTold: boolean
}

export interface AlarmNotices {
  /** Tells what is new and what is over. To be called every ten seconds, in each process. */
  look(signal: AbortSignal): Promise<void>
}

/** Milliseconds that something lasts before it is told, so that what flickers is not. */
const settlingMs = 30_000
/** Milliseconds after which a row is written again, to say that the alarm is still there. */
const seenEveryMs = 30_000
/** Milliseconds without any instance that has the alarm, after which it is over. */
const overAfterMs = 120_000
/** Milliseconds between two mails about a ledger that takes no writes, from one process. */
const urgentEveryMs = 3_600_000

/** Tells the operator what is wrong, once when it begins and once when it is over. What is muted at the desk is not told. */
export function createAlarmNotices(parts: {
  readonly wrong: Pick<WrongNow, 'list'>
  readonly rows: KeptRows<NoticedAlarm>
  readonly tell: (news: News) => Promise<void>
  /** Sends a mail past the ledger; null without a mail server. */
  readonly mailNow: ((mail: Mail, signal: AbortSignal) => Promise<void>) | null
  /** The service, in the subject of mails. */
  readonly name: () => string
  readonly clock: Clock
  readonly random: Pick<Random, 'bytes'>
  readonly log: Log
}): AlarmNotices {
  const { wrong, rows, tell, mailNow, name, clock, random, log } = parts
  let lastUrgent = Number.NEGATIVE_INFINITY

  async function notice(one: Wrong, known: NoticedAlarm | undefined): Promise<void> {
    const now = clock.now()
    if (known && now - known.seen < seenEveryMs && (known.isTold || one.muted !== null)) return
    const fresh: NoticedAlarm = {
      id: `alarm-${Buffer.from(random.bytes(8)).toString('hex')}`,
      alarm: one.alarm,
      about: one.about,
      what: one.what,
      kind: one.kind,
      noticed: now,
      seen: now,
      isTold: false,
    }
    const row = (await rows.update(keyOf(one), (there) => (there === null ? fresh : { ...there, seen: now })))!
    const hasSettled = one.kind === 'happened' || now - row.noticed >= settlingMs
    if (row.isTold || one.muted !== null || !hasSettled) return
    await tell(begunNews(one, row.id, name()))
    await rows.update(keyOf(one), (there) => (there?.id === row.id ? { ...there, isTold: true } : there))
  }

  async function end(key: string, row: NoticedAlarm): Promise<void> {
    if (clock.now() - row.seen < overAfterMs) return
    if (row.isTold && row.kind === 'now') await tell(overNews(row, clock.now(), name()))
    await rows.update(key, (there) => (there?.id === row.id && there.seen === row.seen ? null : there))
  }

  /** The ledger keeps what is to be told, so what is wrong with the ledger goes to people directly. */
  async function mailPastLedger(list: readonly Wrong[], signal: AbortSignal): Promise<void> {
    const ledger = list.find(({ alarm, muted }) => alarm === 'ledger' && muted === null)
    if (ledger === undefined || mailNow === null || clock.now() - lastUrgent < urgentEveryMs) return
    lastUrgent = clock.now()
    await mailNow(begunNews(ledger, '', name()).mail, signal).catch((error: unknown) =>
      log.warn({ err: error }, 'the mail server did not take the mail about the ledger'),
    )
  }

  return {
    async look(signal) {
      const list = await wrong.list()
      try {
        const known = new Map((await rows.list({ limit: 1_000 })).map(({ key, row }) => [key, row]))
        for (const one of list) await notice(one, known.get(keyOf(one)))
        const there = new Set(list.map(keyOf))
        for (const [key, row] of known) if (!there.has(key)) await end(key, row)
      } catch (error) {
        await mailPastLedger(list, signal)
        throw error
      }
    },
  }
}

function keyOf({ alarm, about, kind }: Pick<Wrong, 'alarm' | 'about' | 'kind'>): string {
  return `${kind}/${alarm}/${about ?? ''}`.slice(0, 400)
}

function begunNews(one: Wrong, id: string, name: string): News {
  const { alarm, about, what, todo, page, kind, since, times, payment } = one
  const lines = [
    what,
    `To do: ${todo}`,
    '',
    `Alarm: ${alarm}`,
    ...(about === null ? [] : [`About: ${about}`]),
    `Since: ${since}`,
    ...(payment === null ? [] : [`Payment: ${payment}`]),
    `More: ${page}`,
  ]
  return {
    id,
    kind: kind === 'now' ? 'alarm.started' : 'alarm.happened',
    data: { id, alarm, about, what, todo, page, since, times, payment },
    mail: { subject: `${name}: ${headline(what, about)}`, text: lines.join('\n') },
  }
}

function overNews({ id, alarm, about, what, noticed, seen }: NoticedAlarm, now: number, name: string): News {
  const [since, until] = [new Date(noticed).toISOString(), new Date(Math.min(seen, now)).toISOString()]
  const text = [
    'It is over.',
    '',
    what,
    '',
    `Alarm: ${alarm}`,
    ...(about === null ? [] : [`About: ${about}`]),
    `From: ${since}`,
    `To: ${until}`,
  ]
  return {
    id: `${id}-over`,
    kind: 'alarm.ended',
    data: { id, alarm, about, what, since, until },
    mail: { subject: `${name}: over: ${headline(what, about)}`, text: text.join('\n') },
  }
}

/** The first sentence. */
function headline(what: string, about: string | null): string {
  const [first = what] = what.split('. ')
  return about === null ? first.replace(/\.$/, '') : `${first.replace(/\.$/, '')} (${about})`
}
