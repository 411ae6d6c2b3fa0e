import type { Clock, Timers } from '../../src/shared/clock.ts'
import type { Log } from '../../src/shared/log.ts'

/** Whether a process still runs. What it awaits when it dies never comes. */
export interface Life {
  readonly alive: boolean
  end(): void
  /** Called once, at its end. */
  onEnd(run: () => void): void
  /** It stands still (its machine is paused, or collects garbage): what comes to it waits until it is awake again. */
  freeze(): void
  thaw(): void
  readonly frozen: boolean
  /** How often it has stood still. */
  readonly freezes: number
  /** Runs it now, or as soon as the process is awake again; never after its end. */
  whenAwake(run: () => void): void
}

/** @param timers of the world: in their order all that came to a frozen process is done once it is awake */
export function beginLife(timers: Pick<Timers, 'soon'>): Life {
  const atEnd: (() => void)[] = []
  let waiting: (() => void)[] = []
  let alive = true
  let frozen = false
  let freezes = 0
  const life: Life = {
    get alive() {
      return alive
    },
    get frozen() {
      return frozen
    },
    end() {
      if (!alive) return
      alive = false
      for (const run of atEnd) run()
    },
    onEnd: (run) => void atEnd.push(run),
    get freezes() {
      return freezes
    },
    freeze() {
      frozen = true
      freezes += 1
    },
    thaw() {
      if (!frozen) return
      frozen = false
      const missed = waiting
      waiting = []
      // One thing after the other, as the event loop would: it may be frozen again in between.
      for (const run of missed) timers.soon(() => life.whenAwake(run))
    },
    whenAwake(run) {
      if (!alive) return
      if (frozen) waiting.push(run)
      else run()
    },
  }
  return life
}

/** Timers of a process: none fires after its end. */
export function timersOf(life: Life, timers: Timers): Timers {
  const whileAlive = (run: () => void) => {
    let cancelled = false
    const cancel = () => void (cancelled = true)
    const fire = () =>
      life.whenAwake(() => {
        if (!cancelled) run()
      })
    return { fire, cancel }
  }
  return {
    after(ms, run) {
      const { fire, cancel } = whileAlive(run)
      const stop = timers.after(ms, fire)
      return () => {
        cancel()
        stop()
      }
    },
    soon: (run) => timers.soon(whileAlive(run).fire),
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
      (value) => life.whenAwake(() => resolve(value)),
      (error: unknown) => life.whenAwake(() => reject(error)),
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
