import type { AnswerFiles } from '../../../src/ledger/answers/answer-files.ts'
import { prepareInput } from '../../../src/gate/input/prepared-input.ts'
import type { GateOutcome } from '../../../src/gate/outcome.ts'
import { readCredential } from '../../../src/payments/read-credential.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'
import type { OfferId } from './test-offers.ts'
import { createInstance, type Instance, type InstanceParts } from './instance.ts'
import type { ServiceProcess } from './service-process.ts'
import type { SeededRandom } from '../world/seeded-random.ts'

/** What a client sends. */
export interface Request {
  readonly offerId: OfferId
  readonly request: string
  readonly headers: Readonly<Record<string, string>>
  /** Parameters beside the request itself. */
  readonly query?: Readonly<Record<string, string>>
  readonly client: string
  readonly idempotencyKey: string | null
}

/** No connection, or one that broke before the answer. */
class Disconnected extends Error {}

/** The service: one instance with a disk of its own, or several that share a database. */
export interface Service {
  readonly instances: readonly Instance[]
  /** The process of one instance, chosen at random; null if that instance is down. */
  readonly serviceProcess: ServiceProcess | null
  /** @throws Disconnected */
  call(request: Request): Promise<GateOutcome>
  /** Starts every instance that is down. */
  start(): void
  /** One instance, chosen at random. With a single instance no random number is drawn. */
  any(random: SeededRandom): Instance
  /** The books at this moment. */
  readonly store: MemoryStore
  /** Large answers, which are not in the books. */
  readonly answerFiles: AnswerFiles
  readonly processRuns: number
  /** How often the shared database failed; 0 with an own disk. */
  readonly faults: number
}

/** Every call ends within the product's deadline, the wait for its settlement, and the injected delays. */
const maxCallMs = 60_000

interface ServiceParts extends InstanceParts {
  readonly random: SeededRandom
  readonly instances: number
}

export function createService(parts: ServiceParts): Service {
  const { time, random, faultProfile, database } = parts
  const instances =
    parts.instances === 1
      ? [createInstance({ ...parts, who: '', skew: faultProfile.skew })]
      : Array.from({ length: parts.instances }, several)
  const routes = random.fork('routes')

  function several(_: unknown, index: number): Instance {
    const own = random.fork(`instance-${index}`)
    return createInstance({ ...parts, who: 'abc'[index]!, random: own, skew: { ms: own.between(-300, 300) } })
  }

  const any = (source: SeededRandom) => (instances.length === 1 ? instances[0]! : source.pick(instances))

  return {
    instances,
    answerFiles: database.answerFiles,
    any,
    get serviceProcess() {
      return any(routes).serviceProcess
    },
    get processRuns() {
      return instances.reduce((processRuns, instance) => processRuns + instance.processRuns, 0)
    },
    get store() {
      return database.books
    },
    get faults() {
      return database.faults
    },
    call(request) {
      const now = any(routes).serviceProcess
      if (now === null) return Promise.reject(new Disconnected('refused'))
      const { freezes } = now.processRun
      return new Promise((resolve, reject) => {
        now.processRun.onEnd(() => reject(new Disconnected('reset')))
        const giveUp = time.timers.after(maxCallMs, () => {
          if (now.processRun.alive && !now.processRun.frozen && freezes === now.processRun.freezes)
            parts.breach(`request ${request.request} had no answer in ${maxCallMs / 1000} s`)
          reject(new Disconnected('timed out'))
        })
        now.processRun.whenAwake(() => void answerTo(now, request).finally(giveUp).then(resolve, reject))
      })
    },
    start() {
      for (const instance of instances) instance.start()
    },
  }
}

/** As the surfaces do it: a call with a payment waits in the payment queue before the payment is read. */
async function answerTo(
  { clock, gate, offers }: ServiceProcess,
  { offerId, request, query, headers, client, idempotencyKey }: Request,
): Promise<GateOutcome> {
  const arrivedAt = clock.now()
  const credential = readCredential(new Headers(headers))
  const turn = credential.kind === 'none' ? null : gate.enterPaymentQueue(client)
  if (turn) await turn
  const offer = offers[offerId]
  const input = prepareInput(offer, { path: {}, query: { ...query, request }, body: undefined })
  return wholeOf(await gate.call({ offer, input, credential, arrivedAt, client, idempotencyKey }))
}

/** What a client has when a stream has ended. One that is cut off breaks the connection. */
async function wholeOf(outcome: GateOutcome): Promise<GateOutcome> {
  if (outcome.kind !== 'answer' || !outcome.stream) return outcome
  const { stream, ...answer } = outcome
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of stream.read()) chunks.push(chunk)
  } catch {
    throw new Disconnected('cut off')
  }
  return { ...answer, body: Buffer.concat(chunks), payment: (await stream.ended) ?? answer.payment }
}
