import { z } from 'zod'
import { OperatorError } from '../../../shared/operator-error.ts'
import { deskCall, type DeskCall } from './desk-call.ts'
import type { DeskCallParts } from './desk-parts.ts'
import { time } from './fields.ts'

const listedEvent = z.object({
  event: z.string(),
  type: z.string(),
  receipt: z.string().nullable(),
  at: time,
  tries: z.number(),
  failed: z.string().nullable().describe('Why the last try failed'),
  nextTry: time.nullable().describe('Null for one that is not tried again'),
})

export const noticesAnswer = z.object({
  on: z.boolean().describe('Whether HOOK_URL or SMTP_URL is set'),
  events: z.array(listedEvent).describe('What could not be delivered, then what waits; what was delivered is not kept'),
})
export type NoticesShown = z.output<typeof noticesAnswer>

/** Events of each kind. */
const maxShown = 200

/** What the operator's server and the operator are told, and could not be told. */
export function noticeCalls({ ask, hooks }: DeskCallParts): readonly DeskCall[] {
  const open = () => {
    if (hooks === null) throw new OperatorError('the service tells nobody: set HOOK_URL and HOOK_SECRET, or SMTP_URL, and start it again')
    return hooks
  }
  return [
    deskCall({
      id: 'list-notices',
      method: 'GET',
      path: '/notices',
      scope: 'read',
      title: 'Notices',
      purpose: 'Events for HOOK_URL and mails that could not be delivered, and those that wait, as farthing hooks list says it.',
      input: z.object({}),
      answer: noticesAnswer,
      run: async () => ({ on: hooks !== null, events: [...(await ask('notices', { limit: maxShown }))] }),
    }),
    deskCall({
      id: 'redeliver-notices',
      method: 'POST',
      path: '/notices/redeliver',
      scope: 'admin',
      title: 'Deliver again',
      purpose: 'Tries one event again now, or all that are not tried again.',
      input: z.object({
        event: z
          .string()
          .regex(/^[A-Za-z0-9:._-]{1,100}$/, 'must be the id of an event')
          .optional()
          .describe('One event; all that could not be delivered unless given'),
      }),
      answer: z.object({ events: z.number().describe('How many are tried again') }),
      subject: ({ event }) => event ?? 'all',
      async run({ event }) {
        const given = await open().redeliver(event ?? null)
        if (event !== undefined && given.events === 0)
          throw new OperatorError(`there is no event ${event}: it was delivered, or never was one`)
        return given
      },
    }),
    deskCall({
      id: 'test-notices',
      method: 'POST',
      path: '/notices/test',
      scope: 'admin',
      title: 'Send a test',
      purpose: 'Sends an event that says nothing, over each way that is set.',
      input: z.object({}),
      answer: z.object({ id: z.string() }),
      subject: () => 'test',
      run: async () => open().test(),
    }),
  ]
}
