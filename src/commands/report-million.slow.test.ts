import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimOf, hello, noon, settlementOf, wallet } from '../ledger/contract/open-ledger.fixture.ts'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { countArchive, earnedBy, fillArchive } from '../ledger/reading/many-payments.fixture.ts'
import { formatUsd } from '../shared/money.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts as postgresParts } from '../store/postgres/store.fixture.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { systemParts, temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import type { Store } from '../store/store.ts'

const payments = 1_000_000
const span = { firstAt: Date.parse('2026-01-01T00:00:00Z'), everyMs: 15_000 }
const halfYear = ['--from', '2026-01-01', '--to', '2026-06-30']
const maxMs = 10_000
/** A machine that is busy with other things may need several tries. */
const tries = 5

/** `farthing report` as an operator runs it, with its output and how long it took. */
async function report(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<{ readonly out: string; readonly ms: number }> {
  const began = Date.now()
  const child = spawn(process.execPath, ['src/main.ts', 'report', ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { out, ms: Date.now() - began }
}

let payers = 0

/** Sales on the ledger one after the other in 16 rows, until they are told to end; gives how many there were per second. */
async function sell(ledger: Ledger, until: Promise<unknown>): Promise<number> {
  let selling = true
  let sold = 0
  const began = performance.now()
  void until.then(() => (selling = false))
  const row = async () => {
    while (selling) {
      const claimed = await ledger.claim(claimOf({ payer: wallet(++payers), balance: 10n ** 15n }))
      if (claimed.result !== 'claimed') throw new Error(claimed.result)
      await ledger.serve({ ...claimed.payment, answer: hello, at: noon })
      await ledger.settle([settlementOf(claimed.payment.id)])
      sold += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, row))
  return (sold / (performance.now() - began)) * 1000
}

interface Place {
  readonly store: Store
  readonly env: Readonly<Record<string, string>>
}

function behaves(engine: string, open: () => Promise<Place>): void {
  describe(engine, () => {
    let place: Place
    let ledger: Ledger
    const directory = temporaryDirectory()
    beforeAll(async () => {
      place = await open()
      ledger = createLedger({ store: place.store, answerFiles: createAnswerFiles(directory.path) })
    })
    afterAll(async () => {
      await place?.store.close()
      directory[Symbol.dispose]()
    })

    test.each([[[]], [['--by', 'day']], [['--by', 'offer,network,protocol']], [['--by', 'payer']]])(
      'reports over a million payments within ten seconds, split by %j',
      async (split) => {
        const took: number[] = []
        let out = ''
        do {
          const run = await report(place.env, [...halfYear, '--json', ...split])
          out = run.out
          took.push(run.ms)
        } while (Math.min(...took) > maxMs && took.length < tries)
        console.info(`${engine}, ${split.join(' ') || 'not split'}: ${took.join(', ')} ms`)
        expect(JSON.parse(out)).toMatchObject({
          total: { earnedUsdc: formatUsd(earnedBy(payments)), payments: { earned: { payments: 980_000 }, refused: { payments: 20_000 } } },
        })
        expect(Math.min(...took)).toBeLessThan(maxMs)
      },
    )

    test('lists every payment for accountants once', async () => {
      const { out, ms } = await report(place.env, [...halfYear, '--csv'])
      console.info(`${engine}, a million rows of CSV: ${ms} ms`)
      const rows = out.trimEnd().split('\r\n').slice(1)
      expect(new Set(rows.map((row) => row.slice(0, 32))).size).toBe(payments)
    })

    test('sales go on while reports are made', async () => {
      const rates: { alone: number; beside: number }[] = []
      for (let round = 0; round < 3; round++) {
        const alone = await sell(ledger, new Promise((resolve) => setTimeout(resolve, 4_000)))
        const beside = await sell(ledger, report(place.env, [...halfYear, '--json', '--by', 'day,offer']))
        rates.push({ alone, beside })
      }
      console.info(
        `${engine}, sales per second alone and beside a report: ${rates.map(({ alone, beside }) => `${alone.toFixed(0)} ${beside.toFixed(0)}`).join('; ')}`,
      )
      // On a quiet machine with a processor to spare they lose a few per cent, see docs/operate/report.md. This is about waiting for locks.
      expect(Math.max(...rates.map(({ alone, beside }) => beside / alone))).toBeGreaterThan(0.4)
    })
  })
}

const directory = temporaryDirectory()
behaves('SQLite', async () => {
  const store = await openSqliteStore({ ...systemParts, directory: directory.path })
  await store.write(fillArchive, { payments, ...span })
  return { store, env: { DATA_DIR: directory.path } }
})

let server: PostgresServer
behaves('PostgreSQL', async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  const filling = await openPostgresStore({ ...postgresParts, url, connections: 1, statementMs: 600_000 })
  await filling.write(fillArchive, { payments, ...span })
  for (const unit of countArchive) await filling.write(unit, undefined)
  await filling.close()
  return { store: await openPostgresStore({ ...postgresParts, url }), env: { DATABASE_URL: url, DATA_DIR: directory.path } }
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  directory[Symbol.dispose]()
})
