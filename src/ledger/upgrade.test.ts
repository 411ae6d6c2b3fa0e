import { expect, test } from 'vitest'
import { loadMigrations } from '../store/sqlite/load-migrations.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { systemParts, temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import type { Unit } from '../store/store.ts'
import { createAnswerFiles } from './answer-files.ts'
import { base, claimed, claimOf, settledTransfer, transferOf } from './contract/open-ledger.fixture.ts'
import { createLedger } from './create-ledger.ts'

const booked: Unit<undefined, void> = {
  name: 'booked',
  sqlite(transaction) {
    transaction.run('INSERT INTO archived_totals (network, state, payments, amount) VALUES (?, ?, 3, 22500)', base, 'settled')
  },
}

test('a database from before transfers keeps its books, and takes them from then on', async () => {
  using directory = temporaryDirectory()
  const options = { ...systemParts, directory: directory.path }
  const before = await openSqliteStore({ ...options, migrations: loadMigrations().slice(0, 1) })
  await before.write(booked, undefined)
  await before.close()

  const ledger = createLedger({ store: await openSqliteStore(options), answerFiles: createAnswerFiles(directory.path) })
  expect(await ledger.totals()).toEqual([{ network: base, state: 'settled', theft: false, payments: 3n, amount: 22_500n }])
  expect(await claimed(ledger, claimOf())).toMatchObject({ bound: false, theft: false })
  expect(await settledTransfer(ledger, transferOf())).toMatchObject({ state: 'settled' })
  await ledger.close()
})

test('payments keep everything while their table is made anew', async () => {
  using directory = temporaryDirectory()
  const options = { ...systemParts, directory: directory.path }
  const open = async (migrations = loadMigrations()) =>
    createLedger({ store: await openSqliteStore({ ...options, migrations }), answerFiles: createAnswerFiles(directory.path) })
  const before = await open(loadMigrations().slice(0, 9))
  const input = claimOf()
  const payment = await claimed(before, input)
  const transfer = await settledTransfer(before, transferOf())
  await before.close()

  const after = await open()
  expect(await after.find(payment.id)).toEqual(payment)
  expect(await after.find(transfer.id)).toEqual(transfer)
  expect(await after.hotByIdentity(input.identities[0]!)).toEqual(payment)
  await after.close()
})
