import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../sqlite/store.fixture.ts'
import { connectionOf, DatabaseUrlRefused } from './connection-options.ts'

describe('the address of a database', () => {
  test('names the server and the user', () => {
    expect(connectionOf('postgres://far%40thing:pass%2Fword@db.example.com:6432/led%20ger?sslmode=require')).toEqual({
      host: 'db.example.com',
      port: 6432,
      user: 'far@thing',
      password: 'pass/word',
      database: 'led ger',
      ssl: { rejectUnauthorized: false },
    })
    expect(connectionOf('postgresql://me@[::1]/ledger')).toEqual({ host: '::1', port: 5432, user: 'me', database: 'ledger', ssl: false })
    expect(connectionOf('postgres://me@unused/ledger?host=/var/run/postgresql')).toMatchObject({ host: '/var/run/postgresql', ssl: false })
  })

  test('requires a certificate that is checked in full from every other machine, unless it says otherwise', () => {
    expect(connectionOf('postgres://me@db.example.com/ledger').ssl).toEqual({})
    expect(connectionOf('postgres://me@db.example.com/ledger?sslmode=verify-full').ssl).toEqual({})
    expect(connectionOf('postgres://me@db.example.com/ledger?sslmode=disable').ssl).toBe(false)
    expect(connectionOf('postgres://me@127.0.0.1/ledger?sslmode=verify-full').ssl).toEqual({})
  })

  test('reads certificates from files', () => {
    using directory = temporaryDirectory()
    const ca = join(directory.path, 'ca.pem')
    writeFileSync(ca, 'certificate')
    const ssl = (mode: string) => connectionOf(`postgres://me@db.example.com/ledger?sslmode=${mode}&sslrootcert=${ca}`).ssl
    expect(ssl('verify-full')).toEqual({ ca: Buffer.from('certificate') })
    // Neither asks for the name; both ask who signed.
    for (const mode of ['require', 'verify-ca']) {
      expect(ssl(mode)).toEqual({ ca: Buffer.from('certificate'), checkServerIdentity: expect.any(Function) })
    }
  })

  test.each([
    'ledger',
    'mysql://me@db.example.com/ledger',
    'postgres://db.example.com/ledger',
    'postgres://me@db.example.com/',
    'postgres://me:secret@db.example.com/ledger?sslmode=prefer',
    'postgres://me:secret@db.example.com/ledger?sslmode=require&options=-cfsync%3Doff',
    'postgres://me:secret@db.example.com/ledger?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
  ])('that cannot be held as it stands is refused, and not repeated: %s', (address) => {
    expect(() => connectionOf(address)).toThrow(DatabaseUrlRefused)
    expect(() => connectionOf(address)).not.toThrow(/secret|example/)
  })
})
