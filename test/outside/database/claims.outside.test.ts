import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshClaim } from '../../../bench/harness/fresh-claim.ts'
import { temporaryWorld } from '../../../sandbox/tests/temporary-world.ts'
import type { World } from '../../../sandbox/world.ts'
import { createAnswerFiles } from '../../../src/ledger/answers/answer-files.ts'
import { createLedger } from '../../../src/ledger/create-ledger.ts'
import { genericPlan, serviceUnits, tablesReadWhole } from '../../../src/ledger/service-plans.fixture.ts'
import { systemClock, systemRandom } from '../../../src/ops/system.ts'
import { checkPostgres } from '../../../src/doctor/check-database.ts'
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts'
import { systemParts } from '../../../src/store/postgres/store.fixture.ts'
import { describeWith } from '../needs.ts'
import { buy, liveSettings, newWallet, quantile, startLive } from './live-service.ts'
import { postgresName, postgresNeeds, postgresPrograms } from './servers-of-run.ts'
import { startStockPostgres, type StockServer } from './start-servers.ts'

/** Milliseconds. The median is about 5 on a quiet machine; a claim that is compiled takes 1,000 to 2,000. */
const maxClaimMs = 100

/** Milliseconds that doctor may say. */
const maxSaidMs = 500

let server: StockServer
let world: World

async function claimTimes(url: string): Promise<number[]> {
  const store = await openPostgresStore({ ...systemParts, url })
  const ledger = createLedger({ store, answerFiles: createAnswerFiles(tmpdir()) })
  const times: number[] = []
  for (let count = 0; count < 200; count++) {
    const begun = performance.now()
    expect(await ledger.claim(freshClaim())).toMatchObject({ result: 'claimed' })
    times.push(performance.now() - begun)
  }
  await ledger.close()
  return times
}

const figuresOf = (times: readonly number[]) => `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

await describeWith(postgresNeeds, `${postgresName} with its default settings`, () => {
  beforeAll(async () => {
    server = await startStockPostgres(postgresPrograms())
    world = await temporaryWorld({ networks: ['eip155:8453'], blockMs: 500 })
  })
  afterAll(async () => {
    await world?.close()
    await server?.[Symbol.asyncDispose]()
  })

  test('claims at once, with tables that were never analysed and with old statistics', async () => {
    const url = await server.createDatabase()
    const unknown = await claimTimes(url)
    // It takes the tables for small from now on.
    await withClient(url, (client) => client.query('ANALYZE'))
    const old = await claimTimes(url)
    process.stdout.write(`Claims of one caller: ${figuresOf(unknown)}; with old statistics ${figuresOf(old)}\n`)
    for (const times of [unknown, old]) expect(quantile(times, 0.5)).toBeLessThan(maxClaimMs)
  })

  test('plans every statement of a service by its indexes, and none so dear that it would be compiled', async () => {
    const url = await server.createDatabase()
    await (await openPostgresStore({ ...systemParts, url })).close()
    await withClient(url, async (client) => {
      for (const unit of serviceUnits) {
        const plan = await genericPlan(client, unit)
        expect([unit.name, tablesReadWhole(plan)]).toEqual([unit.name, []])
        expect([unit.name, plan.filter((line) => line.startsWith('JIT'))]).toEqual([unit.name, []])
      }
    })
  })

  test('answers 100 paid calls of a service, 8 at once, and doctor says how long a claim takes', async () => {
    const url = await server.createDatabase()
    await using service = await startLive(liveSettings(world, { DATABASE_URL: url, PAY_TO: '0x0000000000000000000000000000000000c1a135' }))
    const begun = performance.now()
    const called = await buy(service.url, await newWallet(world), { calls: 100, atOnce: 8 })
    const seconds = (performance.now() - begun) / 1000
    const times = called.map(({ ms }) => ms)
    process.stdout.write(`100 paid calls at 8: ${seconds.toFixed(1)} s, ${figuresOf(times)}\n`)
    expect(called.filter(({ status }) => status !== 200)).toEqual([])

    const [finding, ...others] = await checkPostgres({ mode: 'live', dataDir: tmpdir(), databaseUrl: url }, systemClock, systemRandom)
    expect([finding?.check, others]).toEqual(['postgres', []])
    expect(Number(/a claim takes (\d+) ms/.exec(finding!.found)?.[1])).toBeLessThan(maxSaidMs)
  })
})
