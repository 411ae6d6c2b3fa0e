import type { HookEvent } from '../../ledger/hooks/hook-event.ts'
import type { HookQueue } from '../../ledger/hooks/hooks.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Mail, SendMail } from '../../shared/mail.ts'
import type { Random } from '../../shared/random.ts'
import { signedHook, type HookMessage } from './sign-hook.ts'

/** Sends one message to the operator's server. @throws Error whose message says why there is no answer */
export type SendHook = (message: HookMessage, signal: AbortSignal) => Promise<{ readonly status: number }>

/** An event of this kind is a mail. */
const mailKind = (about: string): string => `mail.${about}`

export interface HooksParts {
  readonly ledger: HookQueue & { find(id: string): Promise<Payment | undefined> }
  /** Null where HOOK_URL is not set. The first secret is the newest; a message is signed with each. */
  readonly server: { readonly secrets: readonly Uint8Array[]; readonly send: SendHook } | null
  /** Null where SMTP_URL is not set. */
  readonly mail: SendMail | null
  /** What is said of a payment. */
  readonly describe: (payment: Payment) => Promise<unknown>
  readonly clock: Clock
  readonly random: Pick<Random, 'bytes'>
  readonly log: Log
}

export interface Hooks {
  /** Delivers what is due. One process does that at a time. */
  round(signal: AbortSignal): Promise<void>
  /** Keeps something that is not about a payment, to be told on each way that is set. The same id again adds nothing while it waits. */
  tell(news: News): Promise<void>
  /** An event that says nothing, to try the ways with. Returns its id. */
  test(): Promise<{ readonly id: string }>
  /** Tries dead events again, or the one with this id; gives how many. */
  redeliver(id: string | null): Promise<{ readonly events: number }>
  /** A check that fails while dead events are there. @throws Error */
  check(): Promise<void>
}

/** Something that is not about a payment, in both forms. */
export interface News {
  readonly id: string
  /** Such as `alarm.started`. */
  readonly kind: string
  readonly data: unknown
  readonly mail: Mail
}

/** Messages under way at once. */
const atOnce = 20
/** Milliseconds after each failed try until the next one. After the last, the event is dead: 76 hours after the first. */
const delays = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000]
/** The receiver wants no more of it. */
const gone = 410

/** Tells the operator's server and the operator what happened: at least once, from the ledger, with ever longer waits between tries. */
export function createHooks({ ledger, server, mail, describe, clock, random, log }: HooksParts): Hooks {
  async function deliver(event: HookEvent, signal: AbortSignal): Promise<void> {
    const body = await bodyOf(event)
    if (body === null) {
      log.warn({ event: event.id }, 'an event is about a payment that the ledger has no longer: it is not delivered')
      return ledger.endHook({ id: event.id })
    }
    const why = await failureOf(event, body, signal)
    if (signal.aborted) return
    if (why === null) return ledger.endHook({ id: event.id })
    const delay = why === `status ${gone}` ? undefined : delays[event.tries]
    await ledger.failHook({ id: event.id, why, dueAt: clock.now() + (delay ?? 0), dead: delay === undefined })
    if (delay === undefined)
      log.error({ event: event.id, kind: event.kind, why }, 'an event could not be delivered: farthing hooks redeliver tries it again')
  }

  /** Null where it was delivered. */
  async function failureOf({ id, kind }: HookEvent, body: string, signal: AbortSignal): Promise<string | null> {
    try {
      if (kind.startsWith(mailKind(''))) {
        await mail!({ id, ...(JSON.parse(body) as { readonly data: Mail }).data }, signal)
        return null
      }
      const { secrets, send } = server!
      const { status } = await send(signedHook({ id, body, at: clock.now() }, secrets), signal)
      return status >= 200 && status < 300 ? null : `status ${status}`
    } catch (error) {
      return error instanceof Error ? error.message.slice(0, 200) : 'it failed'
    }
  }

  async function bodyOf({ kind, subject, body, at }: HookEvent): Promise<string | null> {
    const payment = subject === '' ? null : await ledger.find(subject)
    if (payment === undefined) return null
    const data: unknown = payment === null ? JSON.parse(body ?? '{}') : await describe(payment)
    return JSON.stringify({ type: kind, timestamp: new Date(at).toISOString(), data })
  }

  async function tell({ id, kind, data, mail: letter }: News): Promise<void> {
    const at = clock.now()
    if (server) await ledger.addHook({ id, kind, body: JSON.stringify(data), at })
    if (mail) await ledger.addHook({ id: `mail-${id}`, kind: mailKind(kind), body: JSON.stringify(letter), at })
  }

  return {
    async round(signal) {
      for (;;) {
        const due = await ledger.dueHooks({ now: clock.now(), limit: atOnce, mail: mail !== null, hook: server !== null })
        await Promise.all(due.map((event) => deliver(event, signal)))
        if (due.length < atOnce || signal.aborted) return
      }
    },
    tell,
    async test() {
      const id = `test-${Buffer.from(random.bytes(8)).toString('hex')}`
      const text = 'This is the test that was asked for. Alarms and the sum of each day will come the same way.'
      await tell({ id, kind: 'test', data: {}, mail: { subject: 'A test', text } })
      return { id }
    },
    async redeliver(id) {
      return { events: await ledger.redeliverHooks({ id: id ?? '', now: clock.now() }) }
    },
    async check() {
      const dead = await ledger.listHooks({ dead: true, limit: 1 })
      if (dead.length > 0)
        throw new Error('events could not be delivered: farthing hooks list shows them, farthing hooks redeliver tries again')
    },
  }
}
