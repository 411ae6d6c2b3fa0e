import { createVirtualTime } from '../../../test/simulator/world/virtual-time.ts'
import { createMetrics } from '../../ops/metrics.ts'
import type { Log } from '../../shared/log.ts'
import { createSupervisor } from './supervisor.ts'
import type { WorkerProcess } from './worker-slot.ts'

/** Processes that do what the test says, and note what they are told. */
export function createSupervised(workers = 2) {
  const time = createVirtualTime(1_000_000)
  const metrics = createMetrics()
  const events: string[] = []
  const gaveUp: string[] = []
  const said: string[] = []
  const kept = (fields: object, message: string) => void said.push(`${'alarm' in fields ? `${String(fields.alarm)}: ` : ''}${message}`)
  const log: Log = { debug() {}, info: kept, warn: kept, error: kept, child: () => log }
  const alive = new Map<number, { readonly at: number; beReady(): void; wait(): void; exit(how: string): void }>()
  const nobodyStarts = { yet: false }
  const supervisor = createSupervisor({
    ...time,
    workers,
    startMs: 120_000,
    endMs: 10_000,
    giveUp: (why) => gaveUp.push(why),
    log,
    metrics: metrics.metrics,
    start(number, replaces): WorkerProcess {
      if (alive.has(number)) throw new Error(`two workers ${number} at once`)
      const at = time.clock.now()
      events.push(replaces === null ? `start ${number}` : `start ${number} for ${replaces}`)
      const ready = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<string>()
      const waiting = Promise.withResolvers<void>()
      const own = {
        at,
        beReady: ready.resolve,
        wait: waiting.resolve,
        exit(how: string) {
          alive.delete(number)
          ended.resolve(how)
        },
      }
      alive.set(number, own)
      if (nobodyStarts.yet) time.timers.after(1, () => own.exit('code 1'))
      return {
        ready: ready.promise,
        waiting: waiting.promise,
        ended: ended.promise,
        retire: () => events.push(`retire ${number}`),
        end: () => events.push(`end ${number}`),
        kill: () => {
          events.push(`kill ${number}`)
          own.exit('SIGKILL')
        },
      }
    },
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  /** What happens within so many milliseconds. */
  async function pass(ms: number): Promise<string[]> {
    await settle()
    events.length = 0
    let over = false
    time.timers.after(ms, () => (over = true))
    await time.run(() => over)
    return [...events]
  }
  const all = async (what: (worker: { beReady(): void; exit(how: string): void }) => void) => {
    for (const worker of alive.values()) what(worker)
    await settle()
  }
  /** All of them run. */
  async function started() {
    const ready = supervisor.start()
    await all((worker) => worker.beReady())
    await ready
    events.length = 0
  }
  const worker = (number: number) => alive.get(number)!
  return { supervisor, events, gaveUp, said, alive, nobodyStarts, pass, settle, all, started, worker, metrics, clock: time.clock }
}
