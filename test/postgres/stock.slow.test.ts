import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshClaim } from '../../bench/harness/fresh-claim.ts'
import { backupCommand } from '../../src/commands/backup.ts'
import { ledgerCommand } from '../../src/commands/ledger.ts'
import { priceCommand } from '../../src/commands/price.ts'
import { reportCommand } from '../../src/commands/report.ts'
import { createAnswerFiles } from '../../src/ledger/answers/answer-files.ts'
import { createLedger } from '../../src/ledger/create-ledger.ts'
import { genericPlan, serviceUnits, tablesReadWhole } from '../../src/ledger/service-plans.fixture.ts'
import { systemClock, systemRandom } from '../../src/ops/system.ts'
import { checkPostgres } from '../../src/service/doctor/check-database.ts'
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts'
import { systemParts } from '../../src/store/postgres/store.fixture.ts'
import { openInstances, type Instances } from '../instances.ts'
import { runOperator, type OperatorCommand } from '../operate/run-operator.ts'
import { closeService } from '../service-in-process.ts'
import { callWith, priceOfBitcoin, signPayment, termsOf } from '../signed-payments.ts'
import { poolers, startPgBouncer, startStockPostgres, stockPostgres, type StockServer } from './start-stock.ts'

/** Milliseconds. The median is about 5 on a quiet machine; a claim that is compiled takes 1,000 to 2,000. */
const maxClaimMs = 100

let server: StockServer
beforeAll(async () => {
  if (stockPostgres) server = await startStockPostgres(stockPostgres)
})
afterAll(async () => server?.[Symbol.asyncDispose]())

async function medianClaimMs(url: string): Promise<number> {
  const store = await openPostgresStore({ ...systemParts, url })
  const ledger = createLedger({ store, answerFiles: createAnswerFiles(tmpdir()) })
  const times: number[] = []
  for (let count = 0; count < 60; count++) {
    const begun = performance.now()
    expect(await ledger.claim(freshClaim())).toMatchObject({ result: 'claimed' })
    times.push(performance.now() - begun)
  }
  await ledger.close()
  return times.toSorted((one, other) => one - other)[30]!
}

describe.skipIf(!stockPostgres)("a distribution's PostgreSQL with its default settings", () => {
  test('claims at once, with tables that were never analysed and with old statistics', async () => {
    const url = await server.createDatabase()
    expect(await medianClaimMs(url)).toBeLessThan(maxClaimMs)
    const client = new pg.Client(url)
    await client.connect()
    // It takes the tables for small from now on.
    await client.query('ANALYZE')
    await client.end()
    expect(await medianClaimMs(url)).toBeLessThan(maxClaimMs)
  })

  test('plans every statement of a service by its indexes, and none so dear that it would be compiled', async () => {
    const url = await server.createDatabase()
    await (await openPostgresStore({ ...systemParts, url })).close()
    const client = new pg.Client(url)
    await client.connect()
    for (const unit of serviceUnits) {
      const plan = await genericPlan(client, unit)
      expect([unit.name, tablesReadWhole(plan)]).toEqual([unit.name, []])
      expect([unit.name, plan.filter((line) => line.startsWith('JIT'))]).toEqual([unit.name, []])
    }
    await client.end()
  })
})

describe.skipIf(!stockPostgres || poolers.length === 0).each(poolers)('behind $name, with pool_mode = transaction', ({ program }) => {
  let world: Instances
  beforeAll(async () => {
    world = await openInstances()
  })
  afterAll(() => world?.close())

  test('40 of 40 paid calls are answered while every command reads', async () => {
    await using pooler = await startPgBouncer(program, server.port)
    const directory = mkdtempSync(join(tmpdir(), 'farthing-stock-data-'))
    const direct = await server.createDatabase()
    const url = direct.replace(`:${server.port}/`, `:${pooler.port}/`)
    const service = await world.open(url)
    const account = await world.payingWallet(service.url)
    const terms = await termsOf(service.url, priceOfBitcoin)
    const payments = await Promise.all(Array.from({ length: 40 }, () => signPayment(terms, account)))
    const statuses: number[] = []
    let selling = true
    const env = { DATA_DIR: directory, DATABASE_URL: url }
    const commands: [OperatorCommand, ...string[]][] = [
      [reportCommand],
      [reportCommand, '--csv'],
      [ledgerCommand, 'list'],
      [ledgerCommand, 'why', account.address],
      [priceCommand, 'history'],
    ]
    const read = async () => {
      const codes: [string, number, string][] = []
      do {
        // Two backups of the same second can't lie in one folder.
        const backup: [OperatorCommand, ...string[]] = [backupCommand, '--to', mkdtempSync(join(directory, 'backup-'))]
        for (const [command, ...args] of [...commands, backup]) {
          const { code, err } = await runOperator(command, env, ...args)
          codes.push([`${command.name} ${args[0] ?? ''}`, code, code === 0 ? '' : err])
        }
        await checkPostgres({ mode: 'sandbox', dataDir: directory, databaseUrl: url }, systemClock, systemRandom)
      } while (selling)
      return codes
    }
    const buy = async () => {
      for (let payment = payments.pop(); payment !== undefined; payment = payments.pop()) {
        statuses.push((await callWith(service.url + priceOfBitcoin, payment)).status)
      }
    }
    const reading = read()
    await Promise.all(Array.from({ length: 8 }, buy))
    selling = false
    expect(statuses).toEqual(Array.from({ length: 40 }, () => 200))
    expect((await reading).filter(([, code]) => code !== 0)).toEqual([])
    await closeService(service)
    rmSync(directory, { recursive: true, force: true })
  })
})
