import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { note, noteNames } from '../sqlite/store.fixture.ts'
import { StoreFailed, StoreUnreachable } from '../store.ts'
import { DatabaseUrlRefused } from './connection-options.ts'
import { databaseServersOf } from './database-servers.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { startPostgres, type PostgresServer } from './start-postgres.fixture.ts'
import { notes, systemParts } from './store.fixture.ts'

describe('the address of several servers', () => {
  test('names them in their order, with one user, one database and one encryption', () => {
    const { connections, takesWrites } = databaseServersOf(
      'postgres://me:p%40ss@127.0.0.1:5433,db.example.com/ledger?sslmode=require&target_session_attrs=read-write',
    )
    const same = { user: 'me', password: 'p@ss', database: 'ledger', ssl: { rejectUnauthorized: false } }
    expect(connections).toEqual([
      { ...same, host: '127.0.0.1', port: 5433 },
      { ...same, host: 'db.example.com', port: 5432 },
    ])
    expect(takesWrites).toBe(true)
  })

  test('asks for one that takes writes unless it says otherwise', () => {
    const asked = (hosts: string, query = '') => databaseServersOf(`postgres://me@${hosts}/ledger${query}`).takesWrites
    expect(asked('first,second')).toBe(true)
    expect(asked('first,second', '?target_session_attrs=any')).toBe(false)
    expect(asked('first')).toBe(false)
    expect(asked('first', '?target_session_attrs=primary')).toBe(true)
    expect(() => asked('first', '?target_session_attrs=standby')).toThrow(DatabaseUrlRefused)
  })

  test('is checked in full for all of them where one is on another machine', () => {
    const encryption = (hosts: string) => databaseServersOf(`postgres://me@${hosts}/ledger`).connections.map(({ ssl }) => ssl)
    expect(encryption('127.0.0.1,db.example.com')).toEqual([{}, {}])
    expect(encryption('127.0.0.1,[::1]:5433')).toEqual([false, false])
    expect(databaseServersOf('postgres://me@127.0.0.1,[::1]:5433/ledger').connections[1]).toMatchObject({ host: '::1', port: 5433 })
  })
})

describe('a store with several servers', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const several = (url: string, more = '') => url.replace('127.0.0.1:', '127.0.0.1:1,127.0.0.1:').concat(more)

  test('uses the first one that answers and takes writes', async () => {
    const url = await server.createDatabase()
    const store = await openPostgresStore({ ...systemParts, url: several(url), migrations: [notes] })
    await store.write(note, 'written')
    expect(await store.read(noteNames, undefined)).toEqual(['written'])
    await store.close()
  })

  test('does not open where none of them takes writes, and says that it may come back', async () => {
    const url = await server.createDatabase()
    const first = await openPostgresStore({ ...systemParts, url, migrations: [notes] })
    await first.onOneConnection(async (connection) => {
      const demote = `ALTER DATABASE ${url.split('/').at(-1)} SET default_transaction_read_only = on`
      const unit = { name: 'demote', sqlite: () => {}, postgres: { text: demote, values: () => ({}), result: () => {} } }
      await connection.write(unit, undefined)
    })
    // A server that refuses a write was demoted, so its connection is given up, and the next one finds that out.
    await first.close()
    const opening = openPostgresStore({ ...systemParts, url: several(url), migrations: [notes] })
    await expect(opening).rejects.toThrow(StoreUnreachable)
    await expect(opening).rejects.toThrow(/takes no writes/)
  })

  test('gives up a connection to a server that was demoted', async () => {
    const url = await server.createDatabase()
    let connections = 0
    const onConnection = async () => void (connections += 1)
    const store = await openPostgresStore({ ...systemParts, url, migrations: [notes], connections: 1, onConnection })
    const run = (text: string) =>
      store.write({ name: 'run', sqlite: () => {}, postgres: { text, values: () => ({}), result: () => {} } }, undefined)
    const refusal = `BEGIN RAISE EXCEPTION 'cannot execute UPDATE in a read-only transaction' USING ERRCODE = '25006'; END`
    await run(`CREATE FUNCTION refuse() RETURNS int AS $$ ${refusal} $$ LANGUAGE plpgsql`)
    expect(connections).toBe(1)
    await expect(run('SELECT refuse()')).rejects.toThrow(StoreFailed)
    await store.write(note, 'taken by the next one')
    expect(connections).toBe(2)
    await store.close()
  })
})
