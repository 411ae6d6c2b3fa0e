import { switchedOffByOperator } from '../../settler/held-by-operator.ts'
import type { Alarm } from '../../shared/alarm.ts'
import type { Clock } from '../../shared/clock.ts'
import { adviceOn, isTrouble, type Trouble } from './alarm-advice.ts'
import type { AlarmMemory, RaisedAlarm } from './alarm-memory.ts'
import type { KeptRows } from './kept-rows.ts'

/** Something that is wrong. */
export interface Wrong {
  readonly alarm: Trouble
  /** A network, a source, an engine, an offer or a check; null where it is about all. */
  readonly about: string | null
  /** What has happened, and what to do. */
  readonly what: string
  readonly todo: string
  /** The section of the documentation. */
  readonly page: string
  /** `now`: it lasts. `happened`: an event of the last 24 hours. */
  readonly kind: 'now' | 'happened'
  readonly since: string
  readonly times: number
  /** A payment that it names. */
  readonly payment: string | null
  /** Until when and by whom it was muted; null where it is not. */
  readonly muted: { readonly until: string; readonly by: string } | null
}

/** What the running service knows of itself. */
export interface ServiceFacts {
  /** Each check: ok, failed or unchecked. */
  checks(): Readonly<Record<string, string>>
  heldBy(network: string): string | null
  /** Ids of the sources whose quota is used up. */
  usedUpSources(): readonly string[]
  /** When the newest backup was taken, in milliseconds; null where nobody has to make one. */
  lastBackup(): number | null
  /** Signers whose gas money is known. */
  gas(): readonly GasLeft[]
  /** Since when the oldest payment on its way waits, by network. */
  oldestSince(): ReadonlyMap<string, number>
}

export interface GasLeft {
  readonly network: string
  readonly signer: string
  readonly settlementsLeft: number
  /** Milliseconds since the epoch. */
  readonly readAt: number
}

export interface MuteRow {
  readonly until: number
  readonly by: string
}

const eventMs = 86_400_000
const backupMs = 2 * 3_600_000
const waitsMs = 5 * 60_000
/** As the rule of Prometheus has it. */
const fewSettlements = 500

/** Alarms of the log that end by themselves: whether they last is known otherwise. */
const lasting: ReadonlySet<Alarm> = new Set<Alarm>([
  'clock',
  'disk_full',
  'engine',
  'facilitator_silent',
  'gas_budget',
  'ledger',
  'no_gas_money',
  'signer',
  'source_quota',
  'unreachable',
])

interface Standing {
  readonly alarm: Trouble
  readonly about: string | null
  /** Where it is known; else it is the moment when it was noticed. */
  readonly since?: number
}

export interface WrongNow {
  /** Notes when something began. To be called every few seconds. */
  look(): void
  /** What is wrong, what lasts first. */
  list(): Promise<readonly Wrong[]>
}

export function createWrongNow(parts: {
  readonly facts: ServiceFacts
  readonly memory: Pick<AlarmMemory, 'raisedSince'>
  readonly mutes: Pick<KeptRows<MuteRow>, 'list'>
  readonly clock: Clock
}): WrongNow {
  const { facts, memory, mutes, clock } = parts
  let begun = new Map<string, { readonly standing: Standing; readonly since: number }>()

  function look(): void {
    const now = clock.now()
    const next: typeof begun = new Map()
    for (const standing of standingNow(facts, now)) {
      const key = keyOf(standing)
      next.set(key, { standing, since: standing.since ?? begun.get(key)?.since ?? now })
    }
    begun = next
  }

  return {
    look,
    async list() {
      look()
      const now = clock.now()
      // The ledger may be what is wrong.
      const rows = await mutes.list({ limit: 1_000 }).catch(() => [])
      const muted = new Map(rows.filter(({ row }) => row.until > now).map(({ key, row }) => [key, row]))
      const raised = memory.raisedSince(now - eventMs)
      const last = [...begun.values()].map(({ standing, since }) => {
        const logged = raised.find((one) => one.alarm === standing.alarm && (one.about === null || one.about === standing.about))
        return wrongOf(standing, { kind: 'now', since, times: 1, payment: logged?.payment ?? null }, muted)
      })
      const events = raised.filter(({ alarm }) => !lasting.has(alarm)).map((event) => eventOf(event, muted))
      return [...last, ...events]
    },
  }
}

/** Names an alarm and what it is about, as a mute does. */
function keyOf({ alarm, about }: { readonly alarm: string; readonly about: string | null }): string {
  return about === null ? alarm : `${alarm}/${about}`
}

function eventOf({ alarm, about, first, times, payment }: RaisedAlarm, muted: ReadonlyMap<string, MuteRow>): Wrong {
  return wrongOf({ alarm, about }, { kind: 'happened', since: first, times, payment }, muted)
}

function wrongOf(
  standing: Standing,
  { since, ...rest }: Pick<Wrong, 'kind' | 'times' | 'payment'> & { readonly since: number },
  muted: ReadonlyMap<string, MuteRow>,
): Wrong {
  const { alarm, about } = standing
  const mute = muted.get(keyOf(standing)) ?? muted.get(alarm)
  return {
    alarm,
    about,
    ...adviceOn[alarm],
    page: `docs/operate/alarms.md#${alarm}`,
    since: new Date(since).toISOString(),
    muted: mute === undefined ? null : { until: new Date(mute.until).toISOString(), by: mute.by },
    ...rest,
  }
}

function standingNow(facts: ServiceFacts, now: number): readonly Standing[] {
  const found = [
    ...Object.entries(facts.checks()).flatMap(([check, state]) => (state === 'failed' ? (troubleOf(check, facts) ?? []) : [])),
    ...facts.usedUpSources().map((about) => ({ alarm: 'source_quota' as const, about })),
    ...facts
      .gas()
      .flatMap(({ network, settlementsLeft }) => (settlementsLeft < fewSettlements ? [{ alarm: 'gas_low' as const, about: network }] : [])),
    ...[...facts.oldestSince()].flatMap(([about, since]) =>
      now - since >= waitsMs ? [{ alarm: 'payment_waits' as const, about, since }] : [],
    ),
  ]
  const backup = facts.lastBackup()
  const all =
    backup !== null && now - backup >= backupMs
      ? [...found, { alarm: 'backup_old' as const, about: null, since: backup + backupMs }]
      : found
  const byKey = new Map(all.map((one) => [keyOf(one), one]))
  return [...byKey.values()]
}

/** Which alarm a check belongs to; null where an operator wants it so. */
function troubleOf(check: string, { heldBy }: ServiceFacts): Standing | null {
  const [, network] = /^settlement (.+)$/.exec(check) ?? []
  if (network !== undefined) {
    const reason = heldBy(network)
    if (reason === switchedOffByOperator) return null
    return { alarm: reason !== null && isTrouble(reason) ? reason : 'settlement_held', about: network }
  }
  const [, read] = /^reading (.+)$/.exec(check) ?? []
  if (read !== undefined || check.startsWith('eip155:')) return { alarm: 'unreachable', about: read ?? check }
  if (engines.has(check)) return { alarm: 'engine', about: check }
  return { alarm: byCheck[check] ?? 'check', about: Object.hasOwn(byCheck, check) ? null : check }
}

const byCheck: Readonly<Record<string, Trouble>> = {
  ledger: 'ledger',
  clock: 'clock',
  time: 'clock',
  disk: 'disk_full',
  networks: 'unreachable',
  facilitator: 'facilitator_silent',
  restored: 'old_ledger',
  sales: 'nothing_sold',
}

const engines: ReadonlySet<string> = new Set(['browser', 'text', 'translation', 'review', 'llm'])
