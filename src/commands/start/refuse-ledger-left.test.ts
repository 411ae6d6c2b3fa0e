import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { claimOf, served } from '../../ledger/contract/open-ledger.fixture.ts'
import { openLedger } from '../../service/open-ledger.ts'
import { startPostgres } from '../../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../../store/postgres/store.fixture.ts'
import { temporaryDirectory } from '../../store/sqlite/store.fixture.ts'
import { StoreLocked } from '../../store/store.ts'
import { refuseLedgerLeft } from './refuse-ledger-left.ts'

const partsOf = (dataDir: string, databaseUrl: string | null): Parameters<typeof openLedger>[0] => ({
  ...systemParts,
  payTo: `0x${'fe'.repeat(20)}`,
  config: { mode: 'sandbox', dataDir, databaseUrl, answerTtlHours: 24 },
})

test('workers do not start below a ledger with payments, since they would not see it', async () => {
  await using server = await startPostgres()
  const database = await server.createDatabase()
  using directory = temporaryDirectory()
  const { ledger, close } = await openLedger(partsOf(directory.path, null))
  await expect(refuseLedgerLeft(partsOf(directory.path, database))).rejects.toThrow(StoreLocked)
  await served(ledger, claimOf())
  await close()
  await expect(refuseLedgerLeft(partsOf(directory.path, database))).rejects.toThrow('has a ledger with payments')
  using sharing = temporaryDirectory()
  await (await openLedger(partsOf(sharing.path, database))).close()
  await refuseLedgerLeft(partsOf(sharing.path, database))
})

test('without such a ledger nothing is created or opened', async () => {
  using empty = temporaryDirectory()
  await refuseLedgerLeft(partsOf(empty.path, 'postgres://farthing@127.0.0.1:1/ledger'))
  expect(readdirSync(empty.path)).toEqual([])
})
