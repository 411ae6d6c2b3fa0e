import { z } from 'zod'
import { isTrouble } from '../../../operate/desk/alarm-advice.ts'
import { ageWords } from '../../../operate/desk/under-way.ts'
import { OperatorError } from '../../../shared/operator-error.ts'
import { deskCall, type DeskCall } from './desk-call.ts'
import type { DeskCallParts } from './desk-parts.ts'
import { time, usdc } from './fields.ts'

const wrong = z.object({
  alarm: z.string(),
  about: z.string().nullable(),
  what: z.string(),
  todo: z.string(),
  page: z.string(),
  kind: z.enum(['now', 'happened']),
  since: time,
  times: z.number(),
  payment: z.string().nullable(),
  muted: z.object({ until: time, by: z.string() }).nullable(),
})
const day = z.object({ from: time, until: time, earnedUsdc: usdc, calls: z.number(), payingWallets: z.number() })
const sum = z.object({ payments: z.number(), usdc })
const parts = z.array(z.object({ name: z.string(), usdc, calls: z.number() }))

export const summary = z.object({
  at: time,
  wrong: z.array(wrong).describe('What is wrong, since when, and what to do; empty when nothing is'),
  days: z
    .object({ today: day, yesterday: day, lastWeek: day })
    .nullable()
    .describe('Today so far (UTC), and two days before it up to the same time; null while the ledger does not answer'),
  week: z
    .object({
      firstDay: z.string(),
      lastDay: z.string(),
      by: z.object({ day: parts, line: parts, offer: parts, network: parts, protocol: parts }),
    })
    .nullable()
    .describe('What the last seven UTC days brought, today included, split in five ways'),
  underWay: z.array(z.object({ age: z.enum(ageWords), payments: z.number(), usdc, since: time.nullable() })).nullable(),
  owed: z.array(z.object({ network: z.string(), waiting: sum, refunding: sum, refundedToday: sum })).nullable(),
  gas: z.array(z.object({ network: z.string(), signer: z.string(), settlementsLeft: z.number(), readAt: time })),
  switchedOff: z.array(z.object({ what: z.enum(['offer', 'network']), id: z.string(), by: z.string(), at: time })),
})
export type Summary = z.output<typeof summary>

const muteInput = z.object({
  alarm: z.string().refine(isTrouble, 'must be the name of an alarm'),
  about: z.string().max(200).optional().describe('The network, source, engine or offer of it; all of this alarm unless given'),
  hours: z.coerce.number().min(0).max(720).describe('For how long; 0 ends a mute'),
})
const iso = (at: number) => new Date(at).toISOString()
/** Milliseconds. */
const hourMs = 3_600_000

/** The first screen, and the alarms on it. */
export function overviewCalls(parts: DeskCallParts): readonly DeskCall[] {
  return [
    deskCall({
      id: 'summary',
      method: 'GET',
      path: '/summary',
      scope: 'read',
      title: 'Whether all is well',
      purpose: 'What is wrong; today against earlier days; money under way, credits owed, and gas money.',
      input: z.object({}),
      answer: summary,
      run: async () => summarize(parts),
    }),
    deskCall({
      id: 'mute-alarm',
      method: 'POST',
      path: '/alarms/{alarm}/mute',
      scope: 'admin',
      title: 'Mute an alarm',
      purpose: 'The desk shows it apart until then. The log, the metrics and the alarms of Prometheus stay as they are.',
      input: muteInput,
      answer: z.object({ alarm: z.string(), mutedUntil: time.nullable() }),
      subject: ({ alarm, about }) => keyOfMute(alarm, about),
      async run({ alarm, about, hours }, { name }) {
        const key = keyOfMute(alarm, about)
        if (hours === 0) {
          if (!(await parts.mutes.remove(key))) throw new OperatorError(`${key} is not muted`)
          return { alarm: key, mutedUntil: null }
        }
        const until = parts.clock.now() + hours * hourMs
        await parts.mutes.put(key, { until, by: name })
        return { alarm: key, mutedUntil: iso(until) }
      },
    }),
  ]
}

function keyOfMute(alarm: string, about: string | undefined): string {
  return about === undefined || about === '' ? alarm : `${alarm}/${about}`
}

/** What does not come from the ledger is there while the ledger is away, which is when it is needed most. */
async function summarize({ ask, wrong, gas, switches, offers, clock }: DeskCallParts): Promise<Summary> {
  const now = clock.now()
  const [list, figures] = await Promise.all([
    wrong.list(),
    ask('overview', { now, lines: Object.fromEntries(offers().map(({ id, line }) => [id, line])) }).catch(() => null),
  ])
  return {
    at: iso(now),
    wrong: [...list],
    days: figures?.days ?? null,
    week: figures?.week ?? null,
    underWay: figures ? [...figures.underWay] : null,
    owed: figures ? [...figures.owed] : null,
    gas: gas().map(({ readAt, ...one }) => ({ ...one, readAt: iso(readAt) })),
    switchedOff: switches.off().map(({ at, ...one }) => ({ ...one, at: iso(at) })),
  }
}
