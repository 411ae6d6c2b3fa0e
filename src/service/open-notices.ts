import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { openTable } from '../goods/tables/open-table.ts'
import type { AskBooks } from '../operate/desk/desk-questions.ts'
import type { WrongNow } from '../operate/desk/wrong-now.ts'
import type { Hooks } from '../operate/hooks/deliver-hooks.ts'
import { createAlarmNotices, type AlarmNotices } from '../operate/notices/alarm-notices.ts'
import { createDailySum } from '../operate/notices/daily-sum.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { SendMail } from '../shared/mail.ts'
import type { Random } from '../shared/random.ts'
import type { Store } from '../store/store.ts'

/** No line of goods can have this name, so none reads these rows. */
const owner = 'the notices'

const tables = {
  alarms: {
    name: 'alarms',
    kept: 'shared',
    row: z.object({
      id: z.string(),
      alarm: z.string(),
      about: z.string().nullable(),
      what: z.string(),
      kind: z.enum(['now', 'happened']),
      noticed: z.number(),
      seen: z.number(),
      isTold: z.boolean(),
    }),
  },
  days: { name: 'days', kept: 'shared', row: z.object({ day: z.string() }) },
} as const

/** What tells the operator of alarms and days. */
export interface Notices {
  readonly alarms: AlarmNotices
  readonly days: { look(): Promise<void> }
}

/** Whether the operator is told of anything, over HOOK_URL or by mail. */
export function isTold({ hookUrl, mailServer }: Pick<Config, 'hookUrl' | 'mailServer'>): boolean {
  return hookUrl !== null || mailServer !== null
}

export function openNotices(parts: {
  readonly wrong: WrongNow
  readonly hooks: Hooks
  /** Null without a mail server. */
  readonly mail: SendMail | null
  readonly ask: AskBooks
  /** What all instances share. */
  readonly store: Pick<Store, 'read' | 'write'>
  readonly name: () => string
  readonly clock: Clock
  readonly random: Pick<Random, 'bytes'>
  readonly log: Log
}): Notices {
  const { hooks, mail, store, random, log } = parts
  const tell = hooks.tell
  const newId = () => `now-${Buffer.from(random.bytes(8)).toString('hex')}`
  return {
    alarms: createAlarmNotices({
      ...parts,
      rows: openTable(owner, tables.alarms, store),
      tell,
      mailNow: mail === null ? null : (letter, signal) => mail({ id: newId(), ...letter }, signal),
      log: log.child({ part: 'notices' }),
    }),
    days: createDailySum({ ...parts, rows: openTable(owner, tables.days, store), tell }),
  }
}
