import type { Clock, Timers } from '../../src/shared/clock.ts'
import type { Log } from '../../src/shared/log.ts'

/** Whether a process still runs. What it awaits when it dies never comes. */
export interface Life {
  readonly alive: boolean
  end(): void
  /** Called once, at its end. */
  onEnd(run: () => void): void
}

export function beginLife(): Life {
  const atEnd: (() => void)[] = []
  let alive = true
  return {
    get alive() {
      return alive
    },
    end() {
      if (!alive) return
      alive = false
      for (const run of atEnd) run()
    },
    onEnd: (run) => void atEnd.push(run),
  }
}

/** Timers of a process: none fires after its end. */
export function timersOf(life: Life, timers: Timers): Timers {
  const whileAlive = (run: () => void) => () => {
    if (life.alive) run()
  }
  return {
    after: (ms, run) => timers.after(ms, whileAlive(run)),
    soon: (run) => timers.soon(whileAlive(run)),
    sleep: (ms, signal) => ofLife(life, timers.sleep(ms, signal)),
  }
}

/** The clock of a process, which may go wrong. */
export function clockOf(clock: Clock, skew: { readonly ms: number }): Clock {
  return { now: () => clock.now() + skew.ms }
}

/** The same promise as long as the process lives; for ever pending after. */
export function ofLife<T>(life: Life, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(
      (value) => void (life.alive && resolve(value)),
      (error: unknown) => void (life.alive && reject(error as Error)),
    )
  })
}

/** The log of a process: it writes nothing after its end. */
export function logOf(life: Life, log: Log): Log {
  const whileAlive = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: Record<string, unknown>, message: string) => {
    if (life.alive) log[level](fields, message)
  }
  return {
    debug: whileAlive('debug'),
    info: whileAlive('info'),
    warn: whileAlive('warn'),
    error: whileAlive('error'),
    child: (fields) => logOf(life, log.child(fields)),
  }
}
