import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLedger } from '../../ledger/create-ledger.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { answer } from '../../offers/offer.ts'
import { Problem } from '../../shared/problems.ts'
import { openPostgresStore } from '../../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../../store/postgres/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { noSuchThing, openGateFixture, price } from '../gate.fixture.ts'
import { memoryStore } from '../../store/sqlite/store.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const opening: Record<string, () => Promise<Store>> = {
  SQLite: async () => memoryStore(),
  PostgreSQL: async () => openPostgresStore({ ...systemParts, url: await server.createDatabase(), connections: 4 }),
}

describe.each(Object.keys(opening))('a payment that another instance answers now, on %s', (engine) => {
  /** Two instances of one ledger: the first one runs until it is told to end, and the other one waits for it. */
  async function waitAtTheOther(end: (running: ReturnType<typeof Promise.withResolvers<void>>) => void, run: () => unknown) {
    const store = await opening[engine]!()
    const ledger: Ledger = createLedger({ store, answerFiles: {} as never })
    const [one, other] = [openGateFixture(undefined, ledger), openGateFixture(undefined, ledger)]
    other.clock.at = one.clock.at
    const [began, running] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    one.run = async () => {
      began.resolve()
      await running.promise
      return run() as never
    }
    other.run = () => Promise.reject(new Error('it must not run twice'))
    const looks = vi.spyOn(ledger, 'find')
    const payment = await one.pay()
    const first = one.ask(payment)
    await began.promise
    const second = other.ask(payment)
    // It has looked at the row of the other instance, and goes on waiting.
    await vi.waitUntil(() => looks.mock.calls.length >= 2, { timeout: 60_000, interval: 5 })
    end(running)
    const outcomes = await Promise.all([first, second])
    const payments = await ledger.totals()
    await store.close()
    return { outcomes, payments }
  }

  test('is waited for: both get the same answer, for one payment', async () => {
    const { outcomes, payments } = await waitAtTheOther(
      ({ resolve }) => resolve(),
      () => answer({ thing: 1 }),
    )
    const [first, second] = outcomes
    expect(first).toMatchObject({ kind: 'answer', replay: false, payment: { state: 'settled' } })
    expect(second).toMatchObject({ kind: 'answer', replay: true })
    const bodies = outcomes.map((outcome) => (outcome.kind === 'answer' ? Buffer.from(outcome.body).toString() : null))
    expect(bodies[1]).toBe(bodies[0])
    expect(payments).toMatchObject([{ state: 'settled', amount: price }])
    expect(payments).toHaveLength(1)
  })

  test.each([
    ['the service', 'unknown_name', 'unknown_name'],
    ['its offer', noSuchThing, 'no_such_thing'],
  ] as const)('is waited for: both get the same problem of %s, and nothing is charged', async (_, kind, code) => {
    const { outcomes, payments } = await waitAtTheOther(
      ({ resolve }) => resolve(),
      () => {
        throw new Problem(kind, 'There is no such coin.')
      },
    )
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'refused', refusal: { code, status: 404 } })
    expect(payments).toMatchObject([{ state: 'released' }])
  })
})
