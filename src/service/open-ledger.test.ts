import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimed, claimOf, noon, served, wallet } from '../ledger/contract/open-ledger.fixture.ts'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { moveLedger } from '../ledger/move/move-ledger.ts'
import { fillOtherTables } from '../ledger/move/two-ledgers.fixture.ts'
import { dueWatches } from '../../goods/companies/sources/snapshots/due-watches.ts'
import { openLedger } from './open-ledger.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import { fileStore, temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import { StoreLocked, type Store } from '../store/store.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const open = (dataDir: string, databaseUrl: string | null = null, mode: 'sandbox' | 'live' = 'live') =>
  openLedger({ ...systemParts, payTo: wallet(0xfee), config: { mode, dataDir, databaseUrl, answerTtlHours: 24 } })

test('without a database the ledger is in the data directory, and is not shared', async () => {
  using directory = temporaryDirectory()
  const first = await open(directory.path)
  const payment = await served(first.ledger, claimOf())
  expect(first.shared).toBe(false)
  await first.close()
  const second = await open(directory.path)
  expect(await second.ledger.find(payment.id)).toEqual(payment)
  await second.close()
})

test('with one, instances in separate directories share it, large answers too', async () => {
  using here = temporaryDirectory()
  using there = temporaryDirectory()
  const url = await server.createDatabase()
  const [one, other] = await Promise.all([open(here.path, url), open(there.path, url)])
  expect([one.shared, other.shared]).toEqual([true, true])
  await expect(open(here.path, url)).rejects.toThrow(StoreLocked)
  const answer = { status: 200, contentType: 'application/octet-stream', body: new Uint8Array(600_000).fill(7) }
  const payment = await claimed(one.ledger, claimOf())
  await one.ledger.serve({ ...payment, answer, at: noon })
  expect(await other.ledger.answer(payment.id)).toEqual(answer)
  expect(existsSync(join(here.path, 'answers'))).toBe(false)
  await fillOtherTables(one.common)
  await one.close()
  expect((await other.ledger.find(payment.id))?.state).toBe('served')
  expect(await other.common.read(dueWatches, { source: 'krs', now: noon, limit: 9 })).toEqual(['0000028860'])
  expect(await other.local.read(dueWatches, { source: 'krs', now: noon, limit: 9 })).toEqual([])
  await other.close()
})

test('what an instance left is free at once when its directory is opened again, and what another one left is not', async () => {
  using here = temporaryDirectory()
  using there = temporaryDirectory()
  const url = await server.createDatabase()
  const [killed, other] = [await open(here.path, url), await open(there.path, url)]
  const leaseUntil = Date.now() + 60_000
  const left = await claimed(killed.ledger, claimOf({ instance: killed.instance.id, leaseUntil }))
  await claimed(other.ledger, claimOf({ instance: other.instance.id, leaseUntil }))
  const signer = { name: 'settler:signer', until: leaseUntil, now: Date.now(), force: false }
  await killed.ledger.takeLease({ ...signer, owner: killed.instance.id })
  // As far as others can tell: its lease is not given back, and nothing renews it.
  await killed.ledger.close()
  await killed.local.close()
  const asked = { now: Date.now(), allInstances: false, limit: 10 }
  expect(await other.ledger.orphans({ ...asked, instance: other.instance.id })).toEqual([])
  expect(await other.ledger.takeLease({ ...signer, owner: other.instance.id })).toBe(false)

  const risen = await open(here.path, url)
  expect(risen.instance.id).not.toBe(killed.instance.id)
  expect(await risen.ledger.orphans({ ...asked, instance: risen.instance.id })).toEqual([left])
  expect(await other.ledger.takeLease({ ...signer, owner: other.instance.id })).toBe(true)
  // In order: what it has is free without a restart.
  const rest = await claimed(risen.ledger, claimOf({ instance: risen.instance.id, leaseUntil: leaseUntil + 1 }))
  await risen.close()
  expect(await other.ledger.orphans({ ...asked, instance: other.instance.id })).toEqual([left, rest])
  await killed.close().catch(() => {})
  await other.close()
})

test('a directory with payments is not left behind, and stays usable for its own ledger', async () => {
  using directory = temporaryDirectory()
  const own = await open(directory.path)
  await served(own.ledger, claimOf())
  await own.close()
  const url = await server.createDatabase()
  await expect(open(directory.path, url)).rejects.toThrow(/has a ledger with payments.* move it there with farthing migrate/)
  await (await open(directory.path)).close()
})

test("a database that can't be reached is reported with its reason, and leaves nothing open", async () => {
  using directory = temporaryDirectory()
  const nowhere = `postgres://farthing:hunter2@127.0.0.1:${server.port}/nowhere`
  await expect(open(directory.path, nowhere)).rejects.toThrow('the database cannot be reached: database "nowhere" does not exist')
  await expect(open(directory.path, 'postgres://farthing:hunter2@127.0.0.1:1/ledger')).rejects.toThrow('ECONNREFUSED')
  await expect(open(directory.path, `${nowhere}?sslmode=prefer`)).rejects.toThrow(/sslmode/)
  await (await open(directory.path, await server.createDatabase())).close()
})

test.each([
  ['sandbox', 'live'],
  ['live', 'sandbox'],
] as const)('neither a directory nor a database of MODE=%s is used by a service of MODE=%s', async (mode, other) => {
  using directory = temporaryDirectory()
  using another = temporaryDirectory()
  using alone = temporaryDirectory()
  const refusal = `has a ledger of MODE=${mode}, and this service has MODE=${other}`
  const url = await server.createDatabase()
  await (await open(directory.path, url, mode)).close()
  await expect(open(directory.path, null, other)).rejects.toThrow(`${directory.path} ${refusal}`)
  await expect(open(another.path, url, other)).rejects.toThrow(`DATABASE_URL ${refusal}`)
  await (await open(directory.path, url, mode)).close()
  // The embedded ledger.
  await (await open(alone.path, null, mode)).close()
  await expect(open(alone.path, null, other)).rejects.toThrow(`${alone.path} ${refusal}`)
})

test('a directory whose ledger was moved is accepted with the database that has it, and with no other', async () => {
  using directory = temporaryDirectory()
  using another = temporaryDirectory()
  const own = await open(directory.path)
  const payment = await served(own.ledger, claimOf())
  await own.close()
  const url = await server.createDatabase()
  const from = await fileStore(directory.path)
  const to = await openPostgresStore({ ...systemParts, url, connections: 1 })
  const parts = { from, to, files: createAnswerFiles(directory.path), ...systemParts, listener: { onStart() {}, onRows() {} } }
  const breaking: Store = {
    ...to,
    write: (unit, input) => (unit.name === 'copy_to_answers' ? Promise.reject(new Error('cut')) : to.write(unit, input)),
  }
  await expect(moveLedger({ ...parts, to: breaking })).rejects.toThrow('cut')
  await expect(open(another.path, url)).rejects.toThrow('the ledger in DATABASE_URL is not complete')
  expect(await moveLedger(parts)).toMatchObject({ matches: true })
  await Promise.all([from.close(), to.close()])

  await expect(open(directory.path)).rejects.toThrow(/was moved to PostgreSQL/)
  await expect(open(directory.path, await server.createDatabase())).rejects.toThrow(/has a ledger with payments/)
  const moved = await open(directory.path, url)
  expect(await moved.ledger.find(payment.id)).toEqual(payment)
  await moved.close()
})
