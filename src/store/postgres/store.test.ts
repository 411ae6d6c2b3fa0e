import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../sqlite/store.fixture.ts'
import { storeContract } from '../store.contract.ts'
import { StoreFailed, type Query } from '../store.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { certificate } from './server-certificate.fixture.ts'
import { startPostgres, type PostgresServer } from './start-postgres.fixture.ts'
import { notes, systemParts } from './store.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

storeContract('PostgreSQL', async () => openPostgresStore({ ...systemParts, url: await server.createDatabase(), migrations: [notes] }))

/** How this connection is encrypted. */
const encryption: Query<undefined, string> = {
  name: 'encryption',
  sqlite: () => 'none',
  postgres: {
    text: `SELECT coalesce(version, 'none') AS version FROM pg_stat_ssl WHERE pid = pg_backend_pid()`,
    values: () => ({}),
    result: ([row]) => row!['version'] as string,
  },
}

describe('a connection', () => {
  test('is encrypted, and the server verified, as sslmode says', async () => {
    using directory = temporaryDirectory()
    const ca = join(directory.path, 'ca.pem')
    writeFileSync(ca, certificate)
    const url = await server.createDatabase()
    const encrypted = async (parameters: string) => {
      const store = await openPostgresStore({ ...systemParts, url: `${url}?${parameters}`, migrations: [notes] })
      const version = await store.read(encryption, undefined)
      await store.close()
      return version
    }
    expect(await encrypted('')).toBe('none')
    expect(await encrypted('sslmode=require')).toMatch('TLS')
    // Signed by whom it should be, for another name.
    expect(await encrypted(`sslmode=require&sslrootcert=${ca}`)).toMatch('TLS')
    expect(await encrypted(`sslmode=verify-ca&sslrootcert=${ca}`)).toMatch('TLS')
    await expect(encrypted(`sslmode=verify-full&sslrootcert=${ca}`)).rejects.toThrow(StoreFailed)
    // Signed by an unknown authority.
    await expect(encrypted('sslmode=verify-ca')).rejects.toThrow(StoreFailed)
    await expect(encrypted('sslmode=verify-full')).rejects.toThrow(StoreFailed)
  })
})
