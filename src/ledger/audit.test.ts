import { expect, test } from 'vitest'
import type { Query } from '../store/store.ts'
import { openMemoryStore } from '../store/sqlite/open-memory-store.ts'
import { systemParts } from '../store/sqlite/store.fixture.ts'
import { createAnswerFiles } from './answer-files.ts'
import { again, claimOf, inNextBlock, noon, served, settledTransfer, settlementOf, transferOf } from './contract/open-ledger.fixture.ts'
import { createLedger } from './create-ledger.ts'

const audited: Query<undefined, unknown[]> = {
  name: 'audited',
  sqlite: (transaction) =>
    transaction
      .all('SELECT kind, subject, detail FROM audit ORDER BY number')
      .map(({ kind, subject, detail }) => [kind, subject, JSON.parse(detail as string)]),
}

test('the operator learns of thefts, of transfers that moved, and of two payments for one transfer', async () => {
  const store = openMemoryStore(systemParts)
  const ledger = createLedger({ store, answerFiles: createAnswerFiles('/nowhere') })

  const bare = transferOf()
  const { payer, transaction, occurrence } = bare
  const stolen = await settledTransfer(ledger, bare)
  const made = await settledTransfer(ledger, again(bare, { bound: true }))
  await ledger.settle([{ id: stolen.id, transaction, occurrence, at: noon, ...inNextBlock }])

  const payment = await served(ledger, claimOf())
  const { id } = payment
  const place = settlementOf(id)
  const holder = await settledTransfer(ledger, transferOf({ transaction: place.transaction, occurrence: place.occurrence, payer: '0x02' }))
  await ledger.settle([{ ...place, served: payment }])
  // Told again it is no news.
  await ledger.settle([{ ...place, served: payment }])

  expect(await store.read(audited, undefined)).toEqual([
    ['theft_loss', made.id, { payer, transaction, usedBy: stolen.id }],
    ['moved', stolen.id, { transaction, blockHash: inNextBlock.blockHash, was: bare.blockHash }],
    ['identity_conflict', id, { transaction: place.transaction, heldBy: holder.id }],
  ])
  await ledger.close()
})
