import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimed, claimOf, hello, noon, today, wallet } from '../../../src/ledger/contract/open-ledger.fixture.ts'
import { createAnswerFiles } from '../../../src/ledger/answers/answer-files.ts'
import { createLedger } from '../../../src/ledger/create-ledger.ts'
import type { Ledger } from '../../../src/ledger/ledger.ts'
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../../../src/store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../../../src/store/postgres/store.fixture.ts'
import { temporaryDirectory } from '../../../src/store/sqlite/store.fixture.ts'
import type { Store, Unit } from '../../../src/store/store.ts'

/** The simulator runs units in their SQLite form. So what guards the PostgreSQL statement is switched off here, on a real server. */
interface StatementFault {
  readonly find: string
  readonly replace: string
}
const withoutVersion: StatementFault = { find: 'WHERE watch_positions.version = :version::int8 RETURNING id', replace: 'RETURNING id' }
const withoutMarks: StatementFault = { find: 'ORDER BY given.item\n', replace: 'WHERE false ORDER BY given.item\n' }

let server: PostgresServer
const directory = temporaryDirectory()
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  directory[Symbol.dispose]()
})

function plantedStore(store: Store, { find, replace }: StatementFault): Store {
  const plant = <Input, Output>(unit: Unit<Input, Output>): Unit<Input, Output> => {
    if (unit.name !== 'serve_delivery' || !unit.postgres) return unit
    const parts = unit.postgres.text.split(find)
    if (parts.length !== 2) throw new Error(`the statement does not have this text exactly once: ${find}`)
    return { ...unit, postgres: { ...unit.postgres, text: parts.join(replace) } }
  }
  return {
    read: (query, input) => store.read(query, input),
    write: (unit, input) => store.write(plant(unit), input),
    close: () => store.close(),
  }
}

const key = { id: 'p'.repeat(32), payer: wallet(1) }

/** Four calls deliver the same item, each two from one version. Gives how many did, and how many rows there are in the end. */
async function deliverAtOnce(ledger: Ledger): Promise<{ delivered: number; rows: number }> {
  const serve = async (version: number, item: string) => {
    const payment = await claimed(ledger, claimOf())
    const delivery = { ...key, version, sinceDay: today, items: [{ item, day: today }], added: 1 }
    return ledger.serveDelivery({ ...payment, answer: hello, at: noon, delivery })
  }
  const first = await Promise.all([serve(0, 'a'), serve(0, 'a')])
  const second = await Promise.all([serve(1, 'b'), serve(1, 'b')])
  const { items } = await ledger.deliveries({ ...key, fromDay: today })
  return { delivered: [...first, ...second].filter((result) => result !== 'moved_on').length, rows: items.length }
}

test.each([
  ['as it is', null, { delivered: 2, rows: 2 }],
  ['without the check of the version', withoutVersion, { delivered: 4, rows: 2 }],
  ['without marks', withoutMarks, { delivered: 2, rows: 0 }],
] as const)('the statement that delivers, %s', async (_, fault, expected) => {
  const store = await openPostgresStore({ ...systemParts, url: await server.createDatabase(), connections: 4 })
  try {
    const ledger = createLedger({ store: fault ? plantedStore(store, fault) : store, answerFiles: createAnswerFiles(directory.path) })
    expect(await deliverAtOnce(ledger)).toEqual(expected)
  } finally {
    await store.close()
  }
})
