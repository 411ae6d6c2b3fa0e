import type { Hex } from '../../src/shared/bytes.ts'
import { expectAll, openConnections, type Connections } from '../harness/closed-loop.ts'
import { startDurablePostgres, type DurablePostgres } from '../harness/durable-postgres.ts'
import { goods } from '../harness/goods.ts'
import { createPayers } from '../harness/payers.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { signerKey, startFarthing } from '../harness/start-farthing.ts'
import { percentile, spreadOf } from '../harness/statistics.ts'
import { figure, type Subject } from '../harness/subject.ts'
import { paidRequest, termsOf } from '../harness/x402-payments.ts'

const sizes = {
  full: { rounds: 4, requests: 2_000 },
  quick: { rounds: 2, requests: 1_500 },
  smoke: { rounds: 1, requests: 50 },
}
const connections = 256
const payers = createPayers(400)

interface Contender {
  readonly name: string
  readonly instances: readonly ServerProcess[]
  readonly database: DurablePostgres | null
  readonly figures: { own: number[]; database: number[]; rate: number[]; p50: number[]; p99: number[] }
}

/** Paid calls with the ledger on each engine, and with several instances that share one. */
export const engines: Subject = {
  name: 'engines',
  title: 'A paid call on SQLite and on PostgreSQL, by number of instances',
  async run(effort) {
    const { rounds, requests } = sizes[effort]
    await using opened = new AsyncDisposableStack()
    const database = opened.use(await startDurablePostgres())
    const start = async (env?: Record<string, string>, key?: Hex) => opened.adopt(await startFarthing(env, key), (server) => server.stop())
    const sharing = async (count: number, ownKeys = false) => {
      const env = { DATABASE_URL: await database.createDatabase(), MPP_SECRET: '5'.repeat(64) }
      const instances: ServerProcess[] = []
      for (let number = 0; number < count; number++)
        instances.push(await start(env, ownKeys ? `0x${`${number + 1}`.repeat(64)}` : signerKey))
      return instances
    }
    const contender = (name: string, instances: readonly ServerProcess[], on: DurablePostgres | null): Contender => ({
      name,
      instances,
      database: on,
      figures: { own: [], database: [], rate: [], p50: [], p99: [] },
    })
    const contenders = [
      contender('SQLite, 1 instance', [await start()], null),
      contender('PostgreSQL, 1 instance', await sharing(1), database),
      contender('PostgreSQL, 2 instances', await sharing(2), database),
      contender('PostgreSQL, 3 instances', await sharing(3), database),
      contender('PostgreSQL, 3 instances, a signer each', await sharing(3, true), database),
    ]
    for (let round = 0; round <= rounds; round++) for (const one of contenders) await measure(one, requests, round > 0)
    return {
      rows: contenders.map(({ name, figures }) => {
        const [own, database] = [spreadOf(figures.own), spreadOf(figures.database)]
        return {
          ledger: name,
          'CPU µs per call, instances': figure(own.median),
          'min to max': `${figure(own.min)} to ${figure(own.max)}`,
          'CPU µs per call, database': figure(database.median),
          'CPU µs per call, together': figure(own.median + database.median),
          'calls per second': Math.round(spreadOf(figures.rate).median),
          'p50 ms': figure(spreadOf(figures.p50).median),
          'p99 ms': figure(spreadOf(figures.p99).median),
        }
      }),
      targets: [],
      notes: [
        'CPU per call is the figure that counts: the client, the database and all instances share the cores of one machine, so the rate cannot grow with the instances here.',
        `SQLite with synchronous=FULL; PostgreSQL with its default settings, so that both put every commit on the disk. Instances that share a signer pass served payments to the instance that owns it, which takes a moment, and read the result from the database. ${rounds} rounds, in turns, after one to warm up; ${requests} calls each on ${connections} connections, which go to the instances in turns; ${payers.length} payers, payments signed before, a chain of zero latency.`,
      ],
    }
  },
}

async function measure({ name, instances, database, figures }: Contender, requests: number, counted: boolean): Promise<void> {
  const opened = await openConnections(
    instances.map(({ port }) => port),
    connections,
  )
  const texts = await payments(opened, requests)
  const usage = async () => (await Promise.all(instances.map((one) => one.usage()))).reduce((sum, { cpuMicros }) => sum + cpuMicros, 0)
  const [before, databaseBefore] = [await usage(), database?.cpuMicros() ?? 0]
  const load = await opened.run(requests, (index) => texts[index]!)
  const [after, databaseAfter] = [await usage(), database?.cpuMicros() ?? 0]
  opened.close()
  expectAll(load, 200, name)
  if (!counted) return
  figures.own.push((after - before) / requests)
  figures.database.push((databaseAfter - databaseBefore) / requests)
  figures.rate.push(requests / load.seconds)
  figures.p50.push(percentile(load.latencies, 50))
  figures.p99.push(percentile(load.latencies, 99))
}

async function payments(opened: Connections, requests: number): Promise<string[]> {
  const terms = await termsOf(opened, goods.path)
  return Array.from({ length: requests }, (_, index) => paidRequest(goods.path, terms, payers[index % payers.length]!))
}
