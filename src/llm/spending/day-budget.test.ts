import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../../store/postgres/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { createDayBudget } from './day-budget.ts'
import { memoryStore } from '../../store/sqlite/store.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const engines: readonly [string, () => Promise<Store>][] = [
  ['SQLite', async () => memoryStore()],
  ['PostgreSQL', async () => openPostgresStore({ ...systemParts, url: await server.createDatabase() })],
]

describe.each(engines)('the budget of a day on %s', (_, open) => {
  let store: Store
  let now = Date.UTC(2026, 10, 23, 12)
  const clock = { now: () => now }
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  test('many reservations at once never exceed it together, at two instances', async () => {
    const budgets = [createDayBudget(1_000n, { store, clock }), createDayBudget(1_000n, { store, clock })]
    const reserved = await Promise.all(Array.from({ length: 30 }, (_, index) => budgets[index % 2]!.reserve(90n)))
    expect(reserved.filter((one) => one !== null)).toHaveLength(11)
    expect(await budgets[0]!.spent()).toBe(990n)
    await Promise.all(reserved.map(async (one) => one?.correct(10n)))
    for (const budget of budgets) {
      await budget.refresh()
      expect(budget.left()).toBe(890n)
    }
  })

  test('a usage above the reserved amount is booked in full', async () => {
    const budget = createDayBudget(1_000n, { store, clock })
    const reservation = await budget.reserve(100n)
    await reservation?.correct(950n)
    expect(await budget.spent()).toBe(110n + 950n)
    expect(budget.left()).toBe(-60n)
    expect(await budget.reserve(1n)).toBeNull()
  })

  test('a correction after midnight belongs to the day of its reservation', async () => {
    const budget = createDayBudget(5_000n, { store, clock })
    const reservation = await budget.reserve(500n)
    const before = await budget.spent()
    now += 86_400_000
    expect(budget.left()).toBe(5_000n)
    await reservation?.correct(100n)
    expect(await budget.spent()).toBe(0n)
    expect(budget.left()).toBe(5_000n)
    now -= 86_400_000
    expect(await budget.spent()).toBe(before - 400n)
  })

  test('an amount above the whole budget is refused on an empty day', async () => {
    now += 2 * 86_400_000
    const budget = createDayBudget(1_000n, { store, clock })
    expect(await budget.reserve(1_001n)).toBeNull()
    expect(await budget.spent()).toBe(0n)
    expect(await budget.reserve(1_000n)).not.toBeNull()
  })
})
