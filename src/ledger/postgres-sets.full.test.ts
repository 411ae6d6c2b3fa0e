import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentMetrics, type Metrics } from '../shared/metrics.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import { temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createAnswerFiles } from './answers/answer-files.ts'
import { claimOf, hello, noon, wallet } from './contract/open-ledger.fixture.ts'
import { createLedger } from './create-ledger.ts'
import { ledgerContract } from './ledger.contract.ts'
import type { Ledger } from './ledger.ts'

let server: PostgresServer
let store: Store
let cleaner: pg.Client
let emptying: string
const sizes: number[] = []
beforeAll(async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  const metrics: Metrics = { ...silentMetrics, histogram: () => ({ observe: (size) => void sizes.push(size) }) }
  store = await openPostgresStore({ ...systemParts, metrics, url })
  cleaner = new pg.Client(url)
  await cleaner.connect()
  const { rows } = await cleaner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'schema_migrations'`,
  )
  emptying = rows.map(({ name }) => `DELETE FROM ${name};`).join(' ')
})
afterAll(async () => {
  await Promise.all([store.close(), cleaner.end()])
  await server[Symbol.asyncDispose]()
})

/** Before and after every wallet and id of the tests, by their order. */
const around = ['0x0000000000000000000000000000000000000000', '0xffffffffffffffffffffffffffffffffffffffff'] as const

/** Every claim, served answer and lease travels in a set with two others, which change nothing: a claim without cover, a payment that nobody has. */
function inCompany(ledger: Ledger): Ledger {
  const second = async <Output>(calls: readonly Promise<Output>[]) => (await Promise.all(calls))[1]!
  const nobody = around.map((id) => ({ id, epoch: 1 }))
  return {
    ...ledger,
    async claim(input) {
      const [first, last] = around.map((payer) => ledger.claim({ ...claimOf({ payer, client: 'a stranger', balance: 0n }) }))
      const [before, own, after] = await Promise.all([first!, ledger.claim(input), last!])
      for (const one of [before, after]) expect(one).toMatchObject({ result: 'not_covered' })
      return own
    },
    serve: (input) =>
      second([
        ledger.serve({ ...nobody[0]!, answer: hello, at: noon }),
        ledger.serve(input),
        ledger.serve({ ...nobody[1]!, answer: hello, at: noon }),
      ]),
    extendLease: (input) =>
      second([
        ledger.extendLease({ ...nobody[0]!, leaseUntil: 1 }),
        ledger.extendLease(input),
        ledger.extendLease({ ...nobody[1]!, leaseUntil: 1 }),
      ]),
  }
}

ledgerContract('PostgreSQL, in sets', async () => {
  await cleaner.query(emptying)
  const directory = temporaryDirectory()
  const files = createAnswerFiles(directory.path)
  return {
    ledger: inCompany(createLedger({ store, answerFiles: files })),
    store,
    files,
    [Symbol.asyncDispose]: async () => directory[Symbol.dispose](),
  }
})

describe('these tests', () => {
  test('ran in sets', () => {
    expect(sizes.filter((size) => size >= 3).length).toBeGreaterThan(100)
    expect(wallet(1) > around[0] && wallet(1) < around[1]).toBe(true)
  })
})
