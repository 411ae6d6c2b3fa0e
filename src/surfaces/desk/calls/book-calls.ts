import { z } from 'zod'
import { reportDimensions } from '../../../operate/report/report-lines.ts'
import { OperatorError } from '../../../shared/operator-error.ts'
import { deskCall, type DeskCall } from './desk-call.ts'
import type { DeskCallParts } from './desk-parts.ts'
import { pageSize, time } from './fields.ts'

const day = z.iso.date().describe('A UTC day, such as 2026-03-31')

const reportInput = z.object({
  from: day,
  to: day.describe('The last day, which is included'),
  by: z.enum(reportDimensions).optional().describe('What it is split by'),
})

const event = z.object({
  number: z.number(),
  at: time.nullable(),
  kind: z.string(),
  subject: z.string(),
  detail: z.record(z.string(), z.string().nullable()),
})

const steps = { asked: z.number(), attempted: z.number(), verified: z.number(), served: z.number(), settled: z.number() }
const funnelLines = z.array(z.object({ name: z.string(), ...steps }))
export const funnelAnswer = z.object({
  from: time,
  to: time,
  ...steps,
  free: z.number().describe('Answers that cost nothing'),
  replayed: z.number().describe('Answers that were given again'),
  own: z.number().describe('Calls that wallets of the operator paid for; they are in no other figure'),
  by: z.object({ offer: funnelLines, protocol: funnelLines, software: funnelLines, via: funnelLines }),
  refusals: z.array(z.object({ reason: z.string(), calls: z.number(), outcome: z.string(), advice: z.string().nullable() })),
})

/** Milliseconds. */
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maxDays = 400
const maxHours = 35 * 24

/** What was earned in days, and what was done. */
export function bookCalls({ ask, adviceOf, clock }: DeskCallParts): readonly DeskCall[] {
  return [
    deskCall({
      id: 'report',
      method: 'GET',
      path: '/report',
      scope: 'read',
      title: 'Earned in these days',
      purpose:
        'What farthing report says: earned, lost, spent and given back in whole UTC days. With Accept: text/csv, or format=csv, it is CSV.',
      input: reportInput,
      answer: z.looseObject({ firstDay: z.string(), lastDay: z.string(), total: z.looseObject({}), lines: z.array(z.looseObject({})) }),
      async *csv(input) {
        yield (await ask('report', requestOf(input))).csv
      },
      run: async (input) => (await ask('report', requestOf(input))).json as never,
    }),
    deskCall({
      id: 'funnel',
      method: 'GET',
      path: '/funnel',
      scope: 'read',
      title: 'Who came',
      purpose:
        'Who called, how far they came, and why payments were refused, as farthing funnel says it. Wallets of OWN_WALLETS are left out.',
      input: z.object({
        days: z.coerce.number().int().min(1).max(maxDays).optional().describe('The last UTC days, today included; 7 unless given'),
        hours: z.coerce.number().int().min(1).max(maxHours).optional().describe('The last hours instead'),
      }),
      answer: funnelAnswer,
      async run({ days = 7, hours }) {
        const [ms, count] = hours === undefined ? [dayMs, days] : [hourMs, hours]
        const to = clock.now() - (clock.now() % ms) + ms
        const span = { from: to - count * ms, to }
        const { by, refusals, ...funnel } = await ask('funnel', span)
        return {
          from: new Date(span.from).toISOString(),
          to: new Date(to).toISOString(),
          ...funnel,
          by: { offer: [...by.offer], protocol: [...by.protocol], software: [...by.software], via: [...by.via] },
          refusals: refusals.map((refusal) => ({ ...refusal, advice: adviceOf(refusal.reason) })),
        }
      },
    }),
    deskCall({
      id: 'audit-trail',
      method: 'GET',
      path: '/audit',
      scope: 'read',
      title: 'Audit trail',
      purpose: 'What happened out of the ordinary, and what operators did, the newest first.',
      input: z.object({
        kind: z
          .string()
          .regex(/^[a-z_]{1,40}$/, 'must be a kind of event, such as ordered')
          .optional()
          .describe('Kind of events; ordered is what operators did'),
        subject: z.string().max(200).optional().describe('Receipt, wallet, offer, network or alarm'),
        cursor: z.coerce.number().int().min(1).optional(),
        limit: pageSize,
      }),
      answer: z.object({ events: z.array(event), cursor: z.string().nullable() }),
      async run({ kind = null, subject = null, cursor = null, limit }) {
        const page = await ask('audit', { kind, subject: subject === '' ? null : subject, before: cursor, limit })
        return { events: [...page.events], cursor: page.cursor }
      },
    }),
  ]
}

function requestOf({ from, to, by }: z.output<typeof reportInput>) {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  if (!(days >= 0 && days < maxDays)) throw new OperatorError(`name a first and a last day, at most ${maxDays} days`)
  return { firstDay: from, lastDay: to, by: by === undefined ? [] : [by] }
}
