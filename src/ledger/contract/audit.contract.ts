import { expect, test } from 'vitest'
import type { Query, Row } from '../../store/store.ts'
import {
  again,
  claimOf,
  inNextBlock,
  noon,
  served,
  settledTransfer,
  settlementOf,
  transferOf,
  type OpenLedger,
} from './open-ledger.fixture.ts'

const audited: Query<undefined, unknown[]> = {
  name: 'audited',
  sqlite: (transaction) => transaction.all('SELECT kind, subject, detail FROM audit ORDER BY number').map(eventOf),
  postgres: {
    text: 'SELECT kind, subject, detail FROM audit ORDER BY number',
    values: () => ({}),
    result: (rows) => rows.map(eventOf),
  },
}

function eventOf({ kind, subject, detail }: Row): unknown[] {
  return [kind, subject, JSON.parse(detail as string)]
}

export function auditContract(open: OpenLedger): void {
  test('the operator learns of thefts, of transfers that moved, and of two payments for one transfer', async () => {
    await using opened = await open()
    const { ledger, store } = opened
    const bare = transferOf()
    const { payer, transaction, occurrence } = bare
    const stolen = await settledTransfer(ledger, bare)
    const made = await settledTransfer(ledger, again(bare, { bound: true }))
    await ledger.settle([{ id: stolen.id, transaction, occurrence, at: noon, ...inNextBlock }])

    const payment = await served(ledger, claimOf())
    const { id } = payment
    const place = settlementOf(id)
    const holder = await settledTransfer(
      ledger,
      transferOf({ transaction: place.transaction, occurrence: place.occurrence, payer: '0x02' }),
    )
    await ledger.settle([{ ...place, served: payment }])
    // Told again it is no news.
    await ledger.settle([{ ...place, served: payment }])

    expect(await store.read(audited, undefined)).toEqual([
      ['theft_loss', made.id, { payer, transaction, usedBy: stolen.id }],
      ['moved', stolen.id, { transaction, blockHash: inNextBlock.blockHash, was: bare.blockHash }],
      ['identity_conflict', id, { transaction: place.transaction, heldBy: holder.id }],
    ])
  })

  test('a transaction that is now in another block, where one more of its transfers succeeded, causes no conflict', async () => {
    await using opened = await open()
    const { ledger, store } = opened
    const [first, second] = [await served(ledger, claimOf()), await served(ledger, claimOf())]
    const place = settlementOf(first.id)
    await ledger.settle([{ ...place, id: second.id, logIndex: 1, occurrence: 0 }])
    // Now the first one's transfer comes before it; that its block vanished is noticed a moment later.
    const later = settlementOf(first.id, 102n)
    expect(await ledger.settle([{ ...later, id: first.id, logIndex: 1, occurrence: 0 }])).toMatchObject([
      { id: first.id, state: 'settled' },
    ])
    await ledger.unsettle({ id: second.id, at: noon })
    expect(await ledger.settle([{ ...later, id: second.id, logIndex: 3, occurrence: 1 }])).toMatchObject([
      { id: second.id, state: 'settled' },
    ])
    const conflicts = async () => (await store.read(audited, undefined)).filter((event) => (event as unknown[])[0] === 'identity_conflict')
    expect(await conflicts()).toEqual([])
    // In one block there is no such excuse.
    const third = await served(ledger, claimOf())
    await ledger.settle([{ ...later, id: third.id, logIndex: 3, occurrence: 1 }])
    expect(await conflicts()).toEqual([['identity_conflict', third.id, { transaction: place.transaction, heldBy: second.id }]])
  })
}
