import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { claimOf, served, wallet } from '../ledger/contract/open-ledger.fixture.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { everyAnswer, fillOtherTables, large, sellOfEverything } from '../ledger/move/two-ledgers.fixture.ts'
import { ledgerIdentity } from '../ledger/opening/ledger-identity.ts'
import { checkLedgerMode } from '../ledger/opening/check-ledger.ts'
import { loadMigrations as postgresMigrations } from '../store/postgres/load-migrations.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import { loadMigrations as sqliteMigrations } from '../store/sqlite/load-migrations.ts'
import type { Store } from '../store/store.ts'
import { backUpLedger } from './back-up-ledger.ts'
import { checkBackup, restoreLedger } from './restore-ledger.ts'
import { fileStore } from '../store/sqlite/store.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const made: string[] = []
const stores: Store[] = []
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-backup-'))
  made.push(directory)
  return directory
}

/** Where a ledger is: a directory, and the address of a database on PostgreSQL. */
interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

const places: Record<string, () => Promise<Place>> = {
  SQLite: async () => ({ dataDir: folder(), databaseUrl: null }),
  PostgreSQL: async () => ({ dataDir: folder(), databaseUrl: await server.createDatabase() }),
}
const engines = Object.keys(places)

async function openStore({ dataDir, databaseUrl }: Place): Promise<Store> {
  const store =
    databaseUrl === null ? await fileStore(dataDir) : await openPostgresStore({ ...systemParts, url: databaseUrl, connections: 2 })
  stores.push(store)
  return store
}

function ledgerOf(store: Store, { dataDir, databaseUrl }: Place): Ledger {
  const answerFiles = createAnswerFiles(join(dataDir, 'answers'))
  return createLedger({ store, answerFiles, largeAnswerBytes: databaseUrl === null ? 1_000 : Infinity })
}

const silent = { onStart() {}, onRows() {} }
const backUp = (place: Place, to: string) => backUpLedger({ ...place, clock: systemParts.clock, progress: silent }, { folder: to })
const opener = { mode: 'live', payTo: wallet(0xfee), random: systemParts.random } as const

function restore(backup: string, { dataDir, databaseUrl }: Place) {
  const into = databaseUrl === null ? { directory: dataDir } : { databaseUrl }
  return restoreLedger({ backup, into, progress: silent }, systemParts)
}

/** A small ledger in a directory, and its backup. */
async function smallBackup(): Promise<{ readonly place: Place; readonly file: string; readonly store: Store }> {
  const place = await places['SQLite']!()
  const store = await openStore(place)
  await checkLedgerMode(store, 'here', opener)
  await served(ledgerOf(store, place), claimOf())
  return { place, store, file: (await backUp(place, folder())).file! }
}

describe.each(engines.flatMap((from) => engines.map((to) => [from, to] as const)))('a backup of %s', (from, to) => {
  test(`that is restored into ${to} answers as the ledger did, and knows nothing of what came after it`, async () => {
    const place = await places[from]!()
    const store = await openStore(place)
    await checkLedgerMode(store, 'here', opener)
    const ledger = ledgerOf(store, place)
    const payments = await sellOfEverything(ledger)
    await fillOtherTables(store)
    const before = await everyAnswer(ledger, payments)
    // The service has the ledger open all the time.
    const into = folder()
    const { file, header, end, bytes } = await backUp(place, into)
    const later = await served(ledger, claimOf({ payer: wallet(0xabc) }))
    expect(readdirSync(into)).toEqual([expect.stringMatching(/^farthing-live-\d{8}T\d{6}Z\.backup\.gz$/)])
    expect(statSync(file!).mode & 0o777).toBe(0o600)
    expect(statSync(file!).size).toBe(bytes)
    expect(header.tables.filter(({ name, rows }) => rows === 0 && name !== 'free_calls').map(({ name }) => name)).toEqual([])

    const target = await places[to]!()
    const read = await restore(file!, target)
    expect(read.end.sha256).toBe(end.sha256)
    const restored = await openStore(target)
    const there = ledgerOf(restored, target)
    expect(await everyAnswer(there, payments)).toEqual(before)
    expect(await there.find(later.id)).toBeUndefined()
    const withFile = (await Promise.all(payments.map(({ id }) => there.answer(id)))).find((answer) => answer?.contentType === 'image/png')
    expect(withFile?.body).toEqual(large.body)
    const facts = await restored.read(ledgerIdentity, undefined)
    expect(facts).toEqual({ ...(await store.read(ledgerIdentity, undefined)), restoredFrom: header.takenAt })
    // New rows get numbers behind those that were restored.
    const more = { network: 'eip155:8453', signer: wallet(9), nonce: 77, payments: [], at: 1 } as const
    const transaction = { hash: `0x${'77'.repeat(32)}`, raw: '0x02', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: 1 } as const
    await there.recordTransaction({ ...more, transaction })
    await there.recordPrices({ prices: [{ offerId: 'market-price', price: 5n }], at: 9 })
    expect((await there.pricesSince({ offerId: 'market-price', since: 0 }))[0]).toBe(5n)
  })
})

test('both engines have the same steps of the schema, or backups of one could not be restored into the other', () => {
  expect(postgresMigrations().map(({ name }) => name)).toEqual(sqliteMigrations().map(({ name }) => name))
})

describe('a backup', () => {
  test('is refused where anything of it is missing, was changed, or was added', async () => {
    const { file } = await smallBackup()
    const bytes = readFileSync(file)
    const text = gunzipSync(bytes).toString()
    const lines = text.trimEnd().split('\n')
    const damaged: Record<string, Uint8Array> = {
      empty: Buffer.alloc(0),
      'half of it': bytes.subarray(0, bytes.length / 2),
      'all but the last byte': bytes.subarray(0, -1),
      'a byte was changed': Buffer.from(bytes.map((byte, index) => (index === bytes.length - 60 ? byte ^ 1 : byte))),
      'without its end': gzipSync(`${lines.slice(0, -1).join('\n')}\n`),
      'without a line': gzipSync(`${lines.toSpliced(2, 1).join('\n')}\n`),
      'one digit was changed': gzipSync(text.replace('"7500"', '"7501"').replace(',7500,', ',7501,')),
      'with more behind it': gzipSync(`${text}[]\n`),
      'a last line without its break': gzipSync(text.trimEnd()),
      'of a later format': gzipSync(text.replace('"format":1', '"format":2')),
      'with other columns': gzipSync(text.replace('"credential_hash"', '"credential"')),
      'not compressed': Buffer.from(text),
    }
    for (const [how, content] of Object.entries(damaged)) {
      const copy = join(folder(), 'damaged.backup.gz')
      writeFileSync(copy, content)
      const target = { dataDir: folder(), databaseUrl: null }
      await expect(restore(copy, target), how).rejects.toMatchObject({ name: 'BackupRefused' })
      expect(readdirSync(target.dataDir), how).toEqual([])
    }
    expect((await checkBackup(file, silent)).end.rows).toBe(3)
  })

  test('is not a copy of the database, which may lack everything that is in its log', async () => {
    const { place } = await smallBackup()
    await expect(checkBackup(join(place.dataDir, 'farthing.db'), silent)).rejects.toMatchObject({ name: 'BackupRefused' })
  })

  test('never overwrites another one, and leaves nothing behind where it fails', async () => {
    const { place, file } = await smallBackup()
    const to = folder()
    const clock = { now: () => 1_795_000_000_000 }
    const again = () => backUpLedger({ ...place, clock, progress: silent }, { folder: to })
    const { file: first } = await again()
    const content = readFileSync(first!)
    await expect(again()).rejects.toThrow('is there already')
    expect(readFileSync(first!)).toEqual(content)
    expect(readdirSync(to)).toHaveLength(1)
    await expect(backUp({ dataDir: folder(), databaseUrl: null }, to)).rejects.toThrow('there is no ledger')
    expect(existsSync(file)).toBe(true)
  })

  test('of a database that is damaged is not made', async () => {
    const { place, store } = await smallBackup()
    await store.close()
    const file = join(place.dataDir, 'farthing.db')
    const bytes = readFileSync(file)
    // The upper half of all pages but the first few.
    bytes.fill(0x5a, bytes.length / 2)
    writeFileSync(file, bytes)
    const to = folder()
    await expect(backUp(place, to)).rejects.toThrow(/damaged|could not be read/)
    expect(readdirSync(to)).toEqual([])
  })
})

describe('a restore', () => {
  test('refuses a running service, and a place with payments, and leaves both as they are', async () => {
    const { place, file, store } = await smallBackup()
    await expect(restore(file, place)).rejects.toThrow('a service uses')
    await store.close()
    await expect(restore(file, place)).rejects.toThrow('has a ledger with payments')

    const target = await places['PostgreSQL']!()
    const running = ledgerOf(await openStore(target), target)
    const lease = { name: 'instance:here', owner: 'here', now: Date.now(), until: Date.now() + 60_000, force: false }
    await running.takeLease(lease)
    await expect(restore(file, target)).rejects.toThrow('a service runs on this database')
    await running.releaseLease(lease)
    await restore(file, target)
    expect((await running.totals()).map(({ payments }) => payments)).toEqual([1n])
    await expect(restore(file, target)).rejects.toThrow('has a ledger with payments')
  })

  test('that was interrupted on PostgreSQL is begun again, and until then no service opens the ledger', async () => {
    const { file } = await smallBackup()
    const target = await places['PostgreSQL']!()
    const interrupted = { onStart() {}, onRows: (table: string) => (restoring && table === 'identities' ? fail() : undefined) }
    let restoring = false
    const fail = () => {
      throw new Error('killed')
    }
    const into = { databaseUrl: target.databaseUrl! }
    const progress = { ...interrupted, onStart: (part: string) => void (restoring = part === 'restored') }
    await expect(restoreLedger({ backup: file, into, progress }, systemParts)).rejects.toThrow('killed')
    const store = await openStore(target)
    expect(await store.read(ledgerIdentity, undefined)).toMatchObject({ moving: expect.stringMatching(/^restore:/) })
    await restore(file, target)
    expect(await store.read(ledgerIdentity, undefined)).toMatchObject({ moving: null, restoredFrom: expect.any(Number) })
  })
})
