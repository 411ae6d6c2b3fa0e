import { growingInMemory } from '../answers/growing-in-memory.fixture.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../../store/postgres/store.fixture.ts'
import type { Store, Unit } from '../../store/store.ts'
import { base, claimOf, noon, released, served, wallet, claimed } from '../contract/open-ledger.fixture.ts'
import { createLedger } from '../create-ledger.ts'
import { checkLedgerMode } from './check-ledger.ts'
import { ledgerIdentity } from './ledger-identity.ts'
import { memoryStore } from '../../store/sqlite/store.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const noFiles = {
  write: async () => {},
  read: async () => undefined,
  grow: async () => growingInMemory(),
  remove: async () => {},
  list: async () => [],
}
const { random } = systemParts
const [sandbox, live] = [
  { mode: 'sandbox', payTo: wallet(0x5a), random },
  { mode: 'live', payTo: wallet(0xfee), random },
] as const

/** Payments that were made before ledgers knew their mode; all of them go to `wallet(0xfee)`. */
async function sold(store: Store, archived: boolean): Promise<void> {
  const ledger = createLedger({ store, answerFiles: noFiles })
  const payment = await claimed(ledger, claimOf({ network: base }))
  if (!archived) return void (await served(ledger, claimOf()))
  await released(ledger, payment)
  expect(await ledger.archive({ expiredBefore: BigInt(noon), limit: 10 })).toBe(1)
}

const opening: Record<string, () => Promise<Store>> = {
  SQLite: async () => memoryStore(),
  PostgreSQL: async () => openPostgresStore({ ...systemParts, url: await server.createDatabase(), connections: 4 }),
}

describe.each(Object.keys(opening))('a ledger on %s', (engine) => {
  const open = opening[engine]!

  test('has the mode in which it was first opened, and one id', async () => {
    const store = await open()
    const first = await checkLedgerMode(store, 'here', live)
    expect(first).toEqual({ mode: 'live', id: expect.stringMatching(/^[0-9a-f]{32}$/), moving: null, moved: false, restoredFrom: null })
    expect(await checkLedgerMode(store, 'here', { ...live, payTo: wallet(0xabc) })).toEqual(first)
    await expect(checkLedgerMode(store, 'here', sandbox)).rejects.toThrow(
      /^here has a ledger of MODE=live, and this service has MODE=sandbox/,
    )
    expect(await store.read(ledgerIdentity, undefined)).toEqual(first)
    await store.close()
  })

  test('several services that open it at once all see the same', async () => {
    const store = await open()
    const openers = Array.from({ length: 12 }, (_, index) => checkLedgerMode(store, 'here', index % 2 ? sandbox : live))
    const settled = await Promise.allSettled(openers)
    const held = settled.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
    expect(held).toHaveLength(6)
    expect(new Set(held.map((facts) => JSON.stringify(facts))).size).toBe(1)
    await store.close()
  })

  test.each([
    ['hot', false],
    ['archived', true],
  ])('with %s payments from before there were modes it is of whoever is paid at the same address', async (_, archived) => {
    const store = await open()
    await sold(store, archived)
    await expect(checkLedgerMode(store, 'here', sandbox)).rejects.toThrow(/payments to another address than 0x0+5a/)
    expect(await store.read(ledgerIdentity, undefined)).toMatchObject({ mode: null, id: null })
    expect(await checkLedgerMode(store, 'here', { ...live, payTo: '0x0000000000000000000000000000000000000FEE' })).toMatchObject({
      mode: 'live',
    })
    await store.close()
  })
})

test('two instances that open a database at once, in different modes, do not both get in', async () => {
  const url = await server.createDatabase()
  const stores = await Promise.all([1, 2].map(() => openPostgresStore({ ...systemParts, url, connections: 1 })))
  for (let round = 0; round < 10; round++) {
    const openers = stores.map((store, index) => checkLedgerMode(store, 'here', index % 2 ? sandbox : live))
    const settled = await Promise.allSettled(openers)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await stores[0]!.write(forget, undefined)
  }
  await Promise.all(stores.map((store) => store.close()))
})

const forget: Unit<undefined, void> = {
  name: 'forget',
  sqlite: () => {},
  postgres: { text: 'DELETE FROM ledger_facts', values: () => ({}), result: () => undefined },
}
