import type { Chain } from '../../src/chain/chain.ts'
import type { GateOutcome } from '../../src/gate/question.ts'
import type { AnswerFiles } from '../../src/ledger/answer-files.ts'
import { readCredential } from '../../src/payments/read-credential.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { openMemoryStore, type MemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import type { Good, RunCount } from './goods.ts'
import { beginLife, timersOf } from './life.ts'
import { buildMachine, type Machine } from './machine.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Story } from './story.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Weather } from './weather.ts'

/** What a client sends. */
export interface Request {
  readonly good: Good
  readonly request: string
  readonly headers: Readonly<Record<string, string>>
  readonly client: string
  readonly idempotencyKey: string | null
}

/** No connection, or one that broke before the answer. */
class Disconnected extends Error {}

/** The service over all its lives: what it has on disk stays when the power goes. */
export interface Service {
  /** Null while it is down, or not ready yet. */
  readonly machine: Machine | null
  /** @throws Disconnected */
  call(request: Request): Promise<GateOutcome>
  start(): void
  /** Ends in order. */
  stop(): Promise<void>
  powerLoss(): void
  /** The books as they stand on disk. */
  readonly store: MemoryStore
  readonly lives: number
}

/** Every call ends within the product's deadline, the wait for its settlement, and what the weather makes of the ways between. */
const longestCallMs = 60_000

interface ServiceParts {
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly weather: Weather
  readonly story: Story
  readonly chains: readonly Chain[]
  readonly signerKeys: readonly Hex[]
  readonly payTo: Hex
  /** Told of what a client saw that it never should. */
  breach(what: string): void
}

export function createService(parts: ServiceParts): Service {
  const { time, random, story } = parts
  const answerFiles = memoryAnswerFiles(() => time.clock.now())
  const count: RunCount = { runs: 0 }
  let image = emptyDatabase()
  let store: MemoryStore | null = null
  let machine: Machine | null = null
  let ready = false
  let lives = 0

  /** All that was committed stays, and nothing else. */
  function fallen(): void {
    if (store === null) return
    image = store.serialize()
    void store.close()
    story.tell('service', 'power is gone')
    machine = null
    store = null
    ready = false
  }

  const open = (timers = time.timers) => openMemoryStore({ clock: time.clock, timers, log: silentLog, metrics: silentMetrics, image })

  return {
    get machine() {
      return ready && machine?.life.alive ? machine : null
    },
    get lives() {
      return lives
    },
    get store() {
      return store ?? open()
    },
    call(request) {
      const now = this.machine
      if (now === null) return Promise.reject(new Disconnected('refused'))
      return new Promise((resolve, reject) => {
        now.life.onEnd(() => reject(new Disconnected('reset')))
        const giveUp = time.timers.after(longestCallMs, () => {
          if (now.life.alive) parts.breach(`request ${request.request} had no answer in ${longestCallMs / 1000} s`)
          reject(new Disconnected('timed out'))
        })
        answerTo(now, request).finally(giveUp).then(resolve, reject)
      })
    },
    start() {
      if (machine !== null) return
      lives += 1
      const life = beginLife()
      const instance = `life-${lives}`
      store = open(timersOf(life, time.timers))
      const born = buildMachine({
        ...parts,
        life,
        instance,
        random: random.fork(instance),
        store,
        answerFiles,
        log: story.log,
        count,
      })
      machine = born
      life.onEnd(fallen)
      story.tell('service', `${instance} starts`)
      born.start().then(
        () => {
          story.tell('service', `${instance} is ready`)
          if (life.alive) ready = true
        },
        (error: unknown) => {
          // As a process that can't start: it ends, and is started again.
          story.tell('service', `${instance} failed to start: ${String(error)}`)
          life.end()
          time.timers.after(1_000, () => this.start())
        },
      )
    },
    async stop() {
      const leaving = machine
      if (leaving === null) return
      ready = false
      story.tell('service', 'is asked to end')
      await leaving.stop()
      leaving.life.end()
    },
    powerLoss() {
      machine?.life.end()
    },
  }
}

/** As the surface does it: whoever brings a payment waits for a turn before it is read. */
async function answerTo({ gate, shop }: Machine, { good, request, headers, client, idempotencyKey }: Request): Promise<GateOutcome> {
  const credential = readCredential(new Headers(headers))
  const turn = credential.kind === 'none' ? null : gate.turn()
  if (turn) await turn
  const input = { path: {}, query: { request }, body: undefined }
  return gate.call({ offer: shop[good], input, credential, client, idempotencyKey })
}

let empty: Uint8Array | null = null

/** A database with its tables, made once. */
function emptyDatabase(): Uint8Array {
  if (empty === null) {
    const timers = { after: () => () => {}, soon: () => () => {}, sleep: () => Promise.resolve() }
    const store = openMemoryStore({ clock: { now: () => 0 }, timers, log: silentLog, metrics: silentMetrics })
    empty = store.serialize()
    void store.close()
  }
  return empty
}

/** Files outlive the process as well. */
function memoryAnswerFiles(now: () => number): AnswerFiles {
  const files = new Map<string, { bytes: Uint8Array; writtenAt: number }>()
  return {
    write: async (id, bytes) => void files.set(id, { bytes: Uint8Array.from(bytes), writtenAt: now() }),
    read: async (id) => files.get(id)?.bytes,
    remove: async (id) => void files.delete(id),
    list: async () => [...files].map(([id, { writtenAt }]) => ({ id, writtenAt })),
  }
}
