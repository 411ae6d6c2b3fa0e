import type { GateOutcome } from '../../src/gate/question.ts'
import { readCredential } from '../../src/payments/read-credential.ts'
import type { MemoryStore } from '../../src/store/sqlite/open-memory-store.ts'
import type { Good } from './goods.ts'
import { createInstance, type Instance, type InstanceParts } from './instance.ts'
import type { Machine } from './machine.ts'
import type { SeededRandom } from './seeded-random.ts'

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

/** The service: one instance with a disk of its own, or several that share a database. */
export interface Service {
  readonly instances: readonly Instance[]
  /** One that answers, if whoever came to it has come to a living one. */
  readonly machine: Machine | null
  /** @throws Disconnected */
  call(request: Request): Promise<GateOutcome>
  /** Starts all that are down. */
  start(): void
  /** One of them; whoever has but one does not throw dice for it. */
  any(random: SeededRandom): Instance
  /** The books as they stand. */
  readonly store: MemoryStore
  readonly lives: number
  /** How often the database could not do as it was told, where it is not our own disk. */
  readonly faults: number
}

/** Every call ends within the product's deadline, the wait for its settlement, and what the weather makes of the ways between. */
const longestCallMs = 60_000

interface ServiceParts extends InstanceParts {
  readonly random: SeededRandom
  readonly instances: number
  /** Told of what a client saw that it never should. */
  breach(what: string): void
}

export function createService(parts: ServiceParts): Service {
  const { time, random, weather, database } = parts
  const instances =
    parts.instances === 1 ? [createInstance({ ...parts, who: '', skew: weather.skew })] : Array.from({ length: parts.instances }, several)
  const routes = random.fork('routes')

  function several(_: unknown, index: number): Instance {
    const own = random.fork(`instance-${index}`)
    return createInstance({ ...parts, who: 'abc'[index]!, random: own, skew: { ms: own.between(-300, 300) } })
  }

  const any = (dice: SeededRandom) => (instances.length === 1 ? instances[0]! : dice.pick(instances))

  return {
    instances,
    any,
    get machine() {
      return any(routes).machine
    },
    get lives() {
      return instances.reduce((lives, instance) => lives + instance.lives, 0)
    },
    get store() {
      return database.books
    },
    get faults() {
      return database.faults
    },
    call(request) {
      const now = any(routes).machine
      if (now === null) return Promise.reject(new Disconnected('refused'))
      const { freezes } = now.life
      return new Promise((resolve, reject) => {
        now.life.onEnd(() => reject(new Disconnected('reset')))
        const giveUp = time.timers.after(longestCallMs, () => {
          if (now.life.alive && !now.life.frozen && freezes === now.life.freezes)
            parts.breach(`request ${request.request} had no answer in ${longestCallMs / 1000} s`)
          reject(new Disconnected('timed out'))
        })
        now.life.whenAwake(() => void answerTo(now, request).finally(giveUp).then(resolve, reject))
      })
    },
    start() {
      for (const instance of instances) instance.start()
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
