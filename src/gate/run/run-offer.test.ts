import { expect, test } from 'vitest'
import { z } from 'zod'
import { UpstreamUnreachable } from '../../net/upstream-errors.ts'
import { answer, free, offer, type OfferContext, type Outcome } from '../../offers/offer.ts'
import { ourselves } from '../../shared/caller.ts'
import { silentLog } from '../../shared/log.ts'
import { Problem } from '../../shared/problems.ts'
import { runOffer } from './run-offer.ts'

/** Runs a product until its deadline has passed, and for the moment that follows. */
async function codeAtDeadline(run: (context: OfferContext) => Promise<Outcome<Record<string, never>>>): Promise<string> {
  const thing = offer({
    id: 'thing',
    route: 'GET /v1/thing',
    access: free,
    title: 'Thing',
    purpose: 'To be made.',
    answer: z.object({}),
    example: { answer: {} },
    run: (_, context) => run(context),
  })
  const due: (() => void)[] = []
  const timers = { after: (_: number, passed: () => void) => (due.push(passed), () => {}) } as never
  const context = { sources: {} as never, chains: new Map(), clock: { now: () => 0 }, catalog: { offers: [] }, publicUrl: '' }
  const ran = runOffer(
    thing,
    { path: {}, query: {}, body: {} },
    { caller: ourselves, takeFreeUnit: async () => true },
    { context, timers, log: silentLog },
  )
  due[0]?.()
  await new Promise(setImmediate)
  due[1]?.()
  const result = await ran
  return result.kind === 'refused' ? result.refusal.code : 'answered'
}

const aborted = ({ signal }: OfferContext) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

test.each<[string, string, (context: OfferContext) => Promise<Outcome<Record<string, never>>>]>([
  ['computes', 'deadline_exceeded', () => new Promise(() => {})],
  [
    'ends by the abortion',
    'deadline_exceeded',
    async ({ signal }) => aborted({ signal } as OfferContext).then(() => signal.throwIfAborted() as never),
  ],
  ['answers with what it has', 'deadline_exceeded', async (context) => aborted(context).then(() => answer({}))],
  ['throws', 'deadline_exceeded', async (context) => aborted(context).then(() => JSON.parse('[') as never)],
  [
    'waits for its turn',
    'overloaded',
    async (context) =>
      aborted(context).then(() => {
        throw new Problem('overloaded', 'It waited too long for its turn.')
      }),
  ],
  [
    'waits for a source',
    'upstream_unavailable',
    async (context) =>
      aborted(context).then(() => {
        throw new UpstreamUnreachable('aborted')
      }),
  ],
])('at its deadline, a run that %s ends in %s', async (_, code, run) => {
  expect(await codeAtDeadline(run)).toBe(code)
})
