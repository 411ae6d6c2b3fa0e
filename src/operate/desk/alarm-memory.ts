import type { Alarm } from '../../shared/alarm.ts'
import type { Clock } from '../../shared/clock.ts'
import { createLastUsed } from '../../shared/last-used.ts'
import type { Log, LogFields } from '../../shared/log.ts'

/** An alarm as the log had it. */
export interface RaisedAlarm {
  readonly alarm: Alarm
  /** What it is about: a network, a source, an engine or an offer; null where nothing of these is named. */
  readonly about: string | null
  /** The payment that the last one named. */
  readonly payment: string | null
  /** The line in the log. */
  readonly said: string
  readonly first: number
  readonly last: number
  readonly times: number
}

export interface AlarmMemory {
  /** The same log, whose alarms are remembered. */
  watched(log: Log): Log
  /** Since this process started, and not those that were last raised before this moment. */
  raisedSince(since: number): readonly RaisedAlarm[]
}

/** Kinds of alarms and what they are about. */
const maxRemembered = 500

/** Remembers the alarms that parts of the service write to the log, so that the desk shows them. */
export function createAlarmMemory(clock: Clock): AlarmMemory {
  const raised = createLastUsed<RaisedAlarm>(maxRemembered)

  function note(fields: LogFields, said: string): void {
    const alarm = fields['alarm'] as Alarm
    const about = firstText(fields, ['network', 'source', 'engine', 'offer'])
    const key = `${alarm} ${about ?? ''}`
    const before = raised.get(key)
    const now = clock.now()
    raised.set(key, {
      alarm,
      about,
      payment: firstText(fields, ['payment']),
      said,
      first: before?.first ?? now,
      last: now,
      times: (before?.times ?? 0) + 1,
    })
  }

  function watched(log: Log, bound: LogFields): Log {
    const at = (level: 'warn' | 'error') => (fields: LogFields, message: string) => {
      if (typeof fields['alarm'] === 'string') note({ ...bound, ...fields }, message)
      log[level](fields, message)
    }
    return {
      debug: (fields, message) => log.debug(fields, message),
      info: (fields, message) => log.info(fields, message),
      warn: at('warn'),
      error: at('error'),
      child: (fields) => watched(log.child(fields), { ...bound, ...fields }),
    }
  }

  return {
    watched: (log) => watched(log, {}),
    raisedSince: (since) => [...raised.values()].filter(({ last }) => last >= since),
  }
}

function firstText(fields: LogFields, names: readonly string[]): string | null {
  for (const name of names) if (typeof fields[name] === 'string') return fields[name]
  return null
}
