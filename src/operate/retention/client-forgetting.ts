import { hasPassed, type Clock, type Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { forgetOldClients, type Forgetting } from './forget.ts'

export interface ClientForgettingParts {
  readonly ledger: Pick<Forgetting, 'forgetClients'>
  /** Days for which client addresses of archived payments are kept. */
  readonly days: number
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

/** Forgets old client addresses by itself, so that no operator has to remember it. */
export interface ClientForgetting {
  /** Goes through the archive once a day, in slices with pauses between; a round before that does nothing. To be called every hour. */
  round(signal: AbortSignal): Promise<void>
}

const dayMs = 86_400_000
/** Ten million payments take about half an hour, and no sale waits for longer than one slice. */
const pauseMs = 100

export function createClientForgetting({ ledger, days, clock, timers, log }: ClientForgettingParts): ClientForgetting {
  let doneAt: number | null = null
  return {
    async round(signal) {
      const now = clock.now()
      if (doneAt !== null && !hasPassed(doneAt, dayMs, now)) return
      const before = now - days * dayMs
      const payments = await forgetOldClients(ledger, before, () => timers.sleep(pauseMs, signal))
      doneAt = now
      if (payments > 0)
        log.info(
          { payments, before: new Date(before).toISOString() },
          'the client addresses of old payments were erased (CLIENT_ADDRESS_DAYS)',
        )
    },
  }
}
