import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { note, noteNames } from '../sqlite/store.fixture.ts'
import type { Log, LogFields } from '../../shared/log.ts'
import { lostRace, NotOnThisEngine, StoreFailed, StoreOutcomeUnknown, StoreUnreachable, type Store, type Unit } from '../store.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { startPostgres, type PostgresServer } from './start-postgres.fixture.ts'
import { notes, systemParts } from './store.fixture.ts'
import { unreliableLine } from './unreliable-line.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const open = (url: string, more: { connections?: number; statementMs?: number } = {}) =>
  openPostgresStore({ ...systemParts, url, migrations: [notes], ...more })

/** A unit of PostgreSQL only. */
function unit<Output>(text: string, result: () => Output | typeof lostRace): Unit<undefined, Output> {
  const sqlite = () => {
    throw new Error('not on SQLite')
  }
  return { name: 'unit', sqlite, postgres: { text, values: () => ({}), result } }
}

describe('a failure on PostgreSQL', () => {
  test('a missing server, and one that refuses the login', async () => {
    await expect(open('postgres://farthing@127.0.0.1:1/ledger')).rejects.toThrow(StoreUnreachable)
    const refused = open(`postgres://farthing@127.0.0.1:${server.port}/nowhere`)
    await expect(refused).rejects.toThrow(StoreFailed)
    // It would be the same after any time.
    await expect(refused).rejects.not.toThrow(StoreUnreachable)
  })

  test('an outage is logged when it begins and when it ends, not for each unit', async () => {
    await using line = await unreliableLine(server.port)
    const lines: string[] = []
    const keep = (_: LogFields, message: string) => void lines.push(message)
    const log: Log = { debug: () => {}, info: keep, warn: () => {}, error: keep, child: () => log }
    const url = (await server.createDatabase()).replace(`${server.port}`, `${line.port}`)
    const store = await openPostgresStore({ ...systemParts, url, migrations: [notes], log })
    await store.write(note, 'first')
    lines.length = 0
    line.cut(true)
    const lost = async (name: string) => {
      const failed = await store.write(note, name).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(StoreFailed)
      return failed instanceof StoreOutcomeUnknown
    }
    // The connections that are open at first break with an unknown outcome.
    while (await lost('cut'));
    for (let count = 0; count < 5; count++) expect(await lost(`lost ${count}`)).toBe(false)
    line.cut(false)
    await store.write(note, 'again')
    await store.write(note, 'and again')
    expect(lines.filter((message) => !message.startsWith('the connection broke during a write'))).toEqual([
      'the database did not take a write: calls that cost something are refused without a charge; logged again when writes succeed',
      'the database takes writes again',
    ])
    await store.close()
  })

  test('a full disk of the server has an alarm of its own', async () => {
    const alarms: unknown[] = []
    const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: ({ alarm }) => void alarms.push(alarm), child: () => log }
    const store = await openPostgresStore({ ...systemParts, url: await server.createDatabase(), migrations: [notes], log })
    const full = `BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END`
    const make = unit(`CREATE FUNCTION full_disk() RETURNS int AS $$ ${full} $$ LANGUAGE plpgsql`, () => null)
    await store.write(make, undefined)
    await expect(
      store.write(
        unit('SELECT full_disk()', () => null),
        undefined,
      ),
    ).rejects.toThrow(StoreFailed)
    expect(alarms).toEqual(['disk_full'])
    await store.close()
  })

  test('the outcome of a unit whose answer was lost is unknown; the next one uses another connection', async () => {
    await using line = await unreliableLine(server.port)
    const url = await server.createDatabase()
    const store = await open(url.replace(`${server.port}`, `${line.port}`))
    await store.write(note, 'first')
    line.cut(true)
    await expect(store.write(note, 'second')).rejects.toThrow(StoreOutcomeUnknown)
    await expect(store.read(noteNames, undefined)).rejects.toThrow(StoreFailed)
    line.cut(false)
    expect(await store.read(noteNames, undefined)).toEqual(['first', 'second'])
    await store.write(note, 'third')
    await store.close()
  })

  test('the server cancels a statement that takes too long, and nothing of it is written', async () => {
    const store = await open(await server.createDatabase(), { statementMs: 200 })
    const slow = unit(`WITH new AS (INSERT INTO notes (name) VALUES ('slow')) SELECT pg_sleep(5)::text`, () => 'done')
    const failure = await store.write(slow, undefined).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreFailed)
    expect(failure).not.toBeInstanceOf(StoreOutcomeUnknown)
    expect(await store.read(noteNames, undefined)).toEqual([])
    await store.close()
  })

  test('a statement that lost a race is run again, and fails in the end', async () => {
    const store = await open(await server.createDatabase())
    let lost = 0
    expect(
      await store.write(
        unit('SELECT 1', () => (++lost < 5 ? lostRace : lost)),
        undefined,
      ),
    ).toBe(5)
    await expect(
      store.write(
        unit('SELECT 1', () => lostRace),
        undefined,
      ),
    ).rejects.toThrow(StoreFailed)
    const undone = unit(
      `WITH new AS (INSERT INTO notes (name) VALUES ('undone') RETURNING name) SELECT 1 / (SELECT count(*) - 1 FROM new)`,
      () => 'done',
    )
    await expect(store.write(undone, undefined)).rejects.toThrow('lost 20 races')
    expect(await store.read(noteNames, undefined)).toEqual([])
    await store.close()
  })

  test('a unit without a form for PostgreSQL is refused, and a mistake in one is not a fault of the engine', async () => {
    const store = await open(await server.createDatabase())
    await expect(store.write({ name: 'elsewhere', sqlite: () => 1 }, undefined)).rejects.toThrow(NotOnThisEngine)
    await expect(
      store.write(
        unit('SELECT nothing FROM nowhere', () => 1),
        undefined,
      ),
    ).rejects.not.toThrow(StoreFailed)
    await store.close()
  })

  test('many calls that wait for few connections all get one', async () => {
    const store = await open(await server.createDatabase(), { connections: 2 })
    const names = Array.from({ length: 200 }, (_, index) => `${index}`)
    await Promise.all(names.map((name) => store.write(note, name)))
    expect(await store.read(noteNames, undefined)).toHaveLength(200)
    await store.close()
  })
})

/** Writes until the server is gone; gives what was reported as written, and what is unknown. */
async function writeUntilGone(store: Store) {
  const [written, unknown]: [string[], string[]] = [[], []]
  const writer = async (number: number) => {
    for (let turn = 0; ; turn++) {
      const name = `${number}-${turn}`
      try {
        written.push(await store.write(note, name))
      } catch (error) {
        if (error instanceof StoreOutcomeUnknown) unknown.push(name)
        return
      }
    }
  }
  const writing = Promise.all([1, 2, 3, 4].map(writer))
  return { written, unknown, writing }
}

test('a crash of the server loses nothing that was reported as written, and the store works again when the server is back', async () => {
  const store = await open(await server.createDatabase())
  const { written, unknown, writing } = await writeUntilGone(store)
  while (written.length < 50) await systemParts.timers.sleep(5)
  await server.kill()
  await writing
  await server.start()
  const names = await store.read(noteNames, undefined)
  expect(names).toEqual(expect.arrayContaining(written))
  expect(names.filter((name) => !written.includes(name) && !unknown.includes(name))).toEqual([])
  expect(await store.write(note, 'after')).toBe('after')
  await store.close()
})
