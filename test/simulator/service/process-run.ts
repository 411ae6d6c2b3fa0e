import type { Clock, Timers } from '../../../src/shared/clock.ts'
import type { Log } from '../../../src/shared/log.ts'

/** One run of a process, from start to end. After its end, nothing that it awaits ever resolves. */
export interface ProcessRun {
  readonly alive: boolean
  end(): void
  /** Registers a function that is called once, at the end of the run. */
  onEnd(run: () => void): void
  /** Pauses the process, as a paused virtual machine or garbage collection does. Its events wait until `thaw`. */
  freeze(): void
  thaw(): void
  readonly frozen: boolean
  /** How often it was frozen. */
  readonly freezes: number
  /** Runs a function now, or when the process is thawed; never after its end. */
  whenAwake(run: () => void): void
}

/** @param timers the world's: they run the waiting events of a frozen process in order, once it is thawed */
export function beginProcessRun(timers: Pick<Timers, 'soon'>): ProcessRun {
  const atEnd: (() => void)[] = []
  let waiting: (() => void)[] = []
  let alive = true
  let frozen = false
  let freezes = 0
  const processRun: ProcessRun = {
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
      // One event after the other, as the event loop does: the process may be frozen again in between.
      for (const run of missed) timers.soon(() => processRun.whenAwake(run))
    },
    whenAwake(run) {
      if (!alive) return
      if (frozen) waiting.push(run)
      else run()
    },
  }
  return processRun
}

/** Timers of a process. None fires after its end. */
export function timersOf(processRun: ProcessRun, timers: Timers): Timers {
  const whileAlive = (run: () => void) => {
    let cancelled = false
    const cancel = () => void (cancelled = true)
    const fire = () =>
      processRun.whenAwake(() => {
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
    sleep: (ms, signal) => whileRunning(processRun, timers.sleep(ms, signal)),
  }
}

/** The clock of a process, which may be wrong by `skew`. */
export function clockOf(clock: Clock, skew: { readonly ms: number }): Clock {
  return { now: () => clock.now() + skew.ms }
}

/** The same promise while the process runs; pending for ever after its end. */
export function whileRunning<T>(processRun: ProcessRun, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(
      (value) => processRun.whenAwake(() => resolve(value)),
      (error: unknown) => processRun.whenAwake(() => reject(error)),
    )
  })
}

/** The log of a process. It writes nothing after the end of the process. */
export function logOf(processRun: ProcessRun, log: Log): Log {
  const whileAlive = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: Record<string, unknown>, message: string) => {
    if (processRun.alive) log[level](fields, message)
  }
  return {
    debug: whileAlive('debug'),
    info: whileAlive('info'),
    warn: whileAlive('warn'),
    error: whileAlive('error'),
    child: (fields) => logOf(processRun, log.child(fields)),
  }
}
