import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'

export interface ShutdownParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** For all steps together. The recovery at the next start finishes what is left. */
  readonly totalMs: number
  /** Ends the process. */
  readonly exit: (code: number) => void
}

export interface ShutdownStep {
  readonly name: string
  /** `deadlineMs` is the time that is left for the step when it starts. */
  readonly run: (deadlineMs: number) => Promise<void> | void
}

export interface Shutdown {
  /** Adds a step to the end of the order. */
  step(name: ShutdownStep['name'], run: ShutdownStep['run']): void
  /** Runs before the steps and outside of their time: calls are still accepted while balancers learn to send new ones elsewhere. */
  drainBy(drain: () => Promise<unknown>): void
  /** Runs the steps in order, once. A failed or late step does not stop the others. Then exits: with `code`, or 1 if a step failed and `code` is 0. */
  begin(reason: string, code?: number): Promise<void>
  /** Starts at the first SIGTERM or SIGINT. Another signal, at least a second later, ends the process at once. Returns a function that removes the listeners. */
  listen(source: SignalSource): () => void
}

export interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown
  off(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown
}

/** Ctrl-C reaches a process several times: from the terminal, and again from npm and the launcher. */
const oneSignalMs = 1_000

/** The orderly shutdown: unready, no new connections, settlements drained, everything written, stores closed. */
export function createShutdown({ clock, timers, log, totalMs, exit }: ShutdownParts): Shutdown {
  const steps: ShutdownStep[] = []
  let drain: () => Promise<unknown> = async () => {}
  let ending: Promise<void> | null = null
  let firstSignalAt: number | null = null

  async function runStep({ name, run }: ShutdownStep, leftMs: number): Promise<boolean> {
    let cancel = () => {}
    const late = new Promise<'late'>((resolve) => {
      cancel = timers.after(leftMs, () => resolve('late'))
    })
    try {
      const result = await Promise.race([Promise.resolve().then(() => run(leftMs)), late])
      if (result !== 'late') return true
      log.warn({ step: name, afterMs: leftMs }, 'shutdown step did not end in time')
    } catch (error) {
      log.error({ step: name, err: error }, 'shutdown step failed')
    } finally {
      cancel()
    }
    return false
  }

  async function runAll(reason: string, code: number): Promise<void> {
    log.info({ reason, steps: steps.length }, 'shutting down')
    let well = true
    try {
      await drain()
    } catch (error) {
      well = false
      log.error({ step: 'drain', err: error }, 'shutdown step failed')
    }
    const until = clock.now() + totalMs
    for (const [index, step] of steps.entries()) {
      // Each later step keeps a share of the time, so that a slow drain cannot use up the time for closing the ledger.
      const share = Math.max(50, ((until - clock.now()) * 3) / 4)
      const last = index === steps.length - 1
      well = (await runStep(step, last ? Math.max(50, until - clock.now()) : share)) && well
    }
    log.info({ well }, 'shut down')
    exit(code === 0 && !well ? 1 : code)
  }

  const begin = (reason: string, code = 0) => (ending ??= runAll(reason, code))

  return {
    step(name, run) {
      steps.push({ name, run })
    },
    drainBy(by) {
      drain = by
    },
    begin,
    listen(source) {
      const onSignal = (signal: 'SIGTERM' | 'SIGINT') => () => {
        if (firstSignalAt === null) {
          firstSignalAt = clock.now()
          return void begin(signal)
        }
        if (clock.now() - firstSignalAt < oneSignalMs) return
        log.warn({ signal }, 'second signal: ending at once')
        exit(signal === 'SIGINT' ? 130 : 143)
      }
      const listeners = [['SIGTERM', onSignal('SIGTERM')] as const, ['SIGINT', onSignal('SIGINT')] as const]
      for (const [signal, listener] of listeners) source.on(signal, listener)
      return () => {
        for (const [signal, listener] of listeners) source.off(signal, listener)
      }
    },
  }
}
