import { expect, test } from 'vitest'
import type { Cell, Row, SqliteTransaction, Unit } from '../store/store.ts'
import { memoryStore } from '../store/sqlite/store.fixture.ts'
import { archive } from './housekeeping/archive.ts'
import { claimTransfer } from './payments/claims/claim-transfer.ts'
import { claim } from './payments/claims/claim.ts'
import { paymentsOfTransaction } from './reading/find-payments.ts'
import { salesFiguresBy, type SalesDimension } from './reading/sales-figures.ts'
import { base, bytes32, claimOf, dayMs, noon, noonSeconds, transferOf } from './contract/open-ledger.fixture.ts'
import { expireAnswers, expireCounters } from './housekeeping/expire.ts'
import { find, findByCredential, findByIdentity, hotByIdentity } from './payments/find.ts'
import { orphans } from './payments/orphans.ts'
import type { Payment } from './payments/payment.ts'
import { payerHistory } from './payments/payer-history.ts'
import { serve } from './payments/serve.ts'
import { settle } from './payments/settle.ts'
import { notFinal } from './payments/not-final.ts'
import { refusedStillValid } from './payments/refused-still-valid.ts'

/** Runs a unit, and gives the plan lines of every statement in it. */
function plansOf<Input>(unit: Unit<Input, unknown>, input: Input): Promise<string[]> {
  return explained(unit, () => input, { how: 'EXPLAIN QUERY PLAN', column: 'detail' })
}

/** Runs a unit beside a payment that is claimed, and gives what the engine says of every statement in it. */
async function explained<Input>(
  unit: Unit<Input, unknown>,
  inputFor: (claimed: Payment) => Input,
  { how, column }: { readonly how: string; readonly column: string },
): Promise<string[]> {
  const store = memoryStore()
  const lines: string[] = []
  const explaining = (transaction: SqliteTransaction): SqliteTransaction => {
    const explain = (sql: string, values: readonly Cell[]) => {
      for (const row of transaction.all(`${how} ${sql}`, ...values)) lines.push(row[column] as string)
    }
    return {
      get: (sql, ...values): Row | undefined => (explain(sql, values), transaction.get(sql, ...values)),
      all: (sql, ...values) => (explain(sql, values), transaction.all(sql, ...values)),
      run: (sql, ...values) => (explain(sql, values), transaction.run(sql, ...values)),
    }
  }
  const seeded = await store.write(claim, { ...claimOf({ keys: ['key'] }), keysUntil: noon })
  const input = inputFor((seeded as { payment: Payment }).payment)
  await store.write({ name: 'explain', sqlite: (transaction) => void unit.sqlite(explaining(transaction), input) }, undefined)
  await store.close()
  return lines
}

/** A scan over a list that we handed in, or over a partial index, is as short as what it finds. */
const scans = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('SCAN') && !/json_each|payments_lease|CONSTANT ROW/.test(line))

test('a claim goes from one later block to the next, and through all of them only where they are many', async () => {
  const store = memoryStore()
  const seen: string[] = []
  const tell = (transaction: SqliteTransaction): SqliteTransaction => ({
    ...transaction,
    get(sql, ...values) {
      if (/later_block|>= /.test(sql))
        seen.push(...transaction.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map((row) => row['detail'] as string))
      return transaction.get(sql, ...values)
    },
  })
  for (let block = 1n; block <= 20n; block++) {
    const { payment } = (await store.write(claim, { ...claimOf(), keysUntil: noon })) as { payment: Payment }
    await store.write(serve, { id: payment.id, epoch: 1, at: noon, answer })
    await store.write(settle, [{ id: payment.id, ...place, blockNumber: block, at: noon }])
  }
  const input = { ...claimOf({ block: 0n }), keysUntil: noon }
  await store.write({ name: 'explain', sqlite: (transaction) => void claim.sqlite(tell(transaction), input) }, undefined)
  await store.close()
  const plans = seen.filter((line) => line.includes('settled_block'))
  expect(new Set(plans)).toEqual(
    new Set([
      'SEARCH payments USING COVERING INDEX payments_settled_block (network=? AND block_number>?)',
      'SEARCH payments USING COVERING INDEX payments_settled_block (network=? AND block_number=? AND payer=?)',
    ]),
  )
  expect(plans.filter((line) => line.includes('payer=?'))).toHaveLength(16)
})

test('a claim looks up single rows by index, and never in the archive', async () => {
  const freeCall = { day: '2026-11-21', client: 'one', dailyLimit: 25 }
  const lines = await plansOf(claim, { ...claimOf({ keys: ['new key'], freeCall }), keysUntil: noon })
  expect(scans(lines)).toEqual([])
  expect(lines.filter((line) => line.includes('archive'))).toEqual([])
  expect(lines.join('\n')).toContain('COVERING INDEX payments_outstanding (payer=? AND network=?)')
  expect(lines.join('\n')).toContain('USING COVERING INDEX payments_settled_block (network=? AND block_number>?)')
})

test.each([
  ['find', find, '00'.repeat(16)],
  ['find by credential', findByCredential, 'hash'],
  ['find by identity', findByIdentity, 'identity'],
  ['hot by identity', hotByIdentity, 'identity'],
  ['orphans', orphans, { now: noon, instance: 'here', allInstances: false, limit: 10 }],
  ['claim transfer', claimTransfer, { ...transferOf({ keys: ['new key'], bound: true }), keysUntil: noon }],
  ['unfinal', notFinal, { network: base, limit: 10 }],
  ['unfinal transfers', notFinal, { network: base, transfers: true, limit: 10 }],
  ['watched', refusedStillValid, { network: base, validAfterSeconds: noonSeconds, limit: 10 }],
  ['archive', archive, { expiredBefore: noonSeconds, limit: 10 }],
  ['payments of a payer', payerHistory, '0x01'],
  ['expire answers', expireAnswers, { now: noon, limit: 10 }],
  ['expire counters', expireCounters, { now: noon, limit: 10 }],
] as [string, Unit<unknown, unknown>, unknown][])('%s reads no whole table', async (_, unit, input) => {
  expect(scans(await plansOf(unit, input))).toEqual([])
})

test.each(
  (['payments', 'payments_archive', 'archived_days'] as const).flatMap((table) => [
    [table, []] as const,
    [table, ['day', 'payer']] as const,
  ]),
)('a report over %s, split by %j, looks prices up by day', async (table, split) => {
  // Counts of days are not by payer.
  const by = new Set<SalesDimension>(split.filter((dimension) => table !== 'archived_days' || dimension !== 'payer'))
  const lines = await plansOf(salesFiguresBy(table, by), { from: 0, until: dayMs, by, euro: [] })
  expect(lines.filter((line) => line.includes('prices') && !line.startsWith('MATERIALIZE'))).toEqual([
    expect.stringContaining('BLOOM FILTER ON prices'),
    expect.stringContaining('SEARCH prices USING AUTOMATIC COVERING INDEX (day=?)'),
  ])
  if (table !== 'payments') expect(scans(lines).filter((line) => !line.includes('VIRTUAL TABLE'))).toEqual([])
})

const answer = { status: 200, headers: null, contentType: 'application/json', body: new Uint8Array(3), file: null, expiresAt: noon }
const place = {
  transaction: `0x${'f1'.repeat(32)}`,
  blockNumber: 1n,
  blockHash: `0x${'b1'.repeat(32)}`,
  logIndex: 0,
  occurrence: 0,
} as const

test.each([
  ['a claim', claim, () => ({ ...claimOf({ keys: ['new key'] }), keysUntil: noon })],
  ['an answer', serve, (claimed) => ({ id: claimed.id, epoch: claimed.epoch, at: noon, answer, claimed })],
  ['a settlement', settle, (claimed) => [{ id: claimed.id, ...place, at: noon, served: { ...claimed, state: 'served' } }]],
] as [string, Unit<unknown, unknown>, (claimed: Payment) => unknown][])('%s makes no temporary table', async (_, unit, inputFor) => {
  const opcodes = await explained(unit, inputFor, { how: 'EXPLAIN', column: 'opcode' })
  expect(opcodes).toContain('Transaction')
  expect(opcodes).not.toContain('OpenEphemeral')
})

test('the archived payments of a transaction are found by an index', async () => {
  const lines = await plansOf(paymentsOfTransaction, { hash: bytes32(1), limit: 100 })
  expect(lines.filter((line) => line.includes('payments_archive'))).toEqual([
    'SEARCH payments_archive USING INDEX payments_archive_transaction (transaction_hash=?)',
  ])
})
