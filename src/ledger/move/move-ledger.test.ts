import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareOf } from '../../../test/support/runs.ts'
import { startPostgres, type PostgresServer } from '../../store/postgres/start-postgres.fixture.ts'
import type { Store, Unit } from '../../store/store.ts'
import { step } from '../contract/history.contract.ts'
import { startHistory } from '../contract/history.fixture.ts'
import { miscountedDays } from '../contract/miscounted-days.fixture.ts'
import { bytes32, claimOf, noon, served, settledTransfer, transferOf, wallet } from '../contract/open-ledger.fixture.ts'
import { checkLedgerMode, refuseIncompleteLedger, refuseMovedLedger } from '../opening/check-ledger.ts'
import { releaseInstance } from '../leases/instance-lease.ts'
import { instanceLeaseName } from '../leases/ended-instances.ts'
import { ledgerIdentity } from '../opening/ledger-identity.ts'
import { fillLedger } from './fill-ledger.fixture.ts'
import { checkMove, moveLedger } from './move-ledger.ts'
import { movedTables } from './moved-tables.ts'
import { everyAnswer, everyRetry, large, openTwoLedgers, retriesOf, sellOfEverything, fillOtherTables } from './two-ledgers.fixture.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server[Symbol.asyncDispose]())

const opened = async () => openTwoLedgers(await server.createDatabase())

async function sql(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text)
  await client.end()
}

const opener = { mode: 'live', payTo: wallet(0xfee), random: { bytes: (length: number) => new Uint8Array(length).fill(7) } } as const

describe('a ledger that is moved', () => {
  test('answers every query as before, continues its numbers, and accepts nothing twice', async () => {
    await using two = await opened()
    const { here, there, from, to, parts } = two
    await checkLedgerMode(from, 'here', opener)
    const payments = await sellOfEverything(here)
    await fillOtherTables(from)
    const report = await moveLedger(parts)
    expect(report.tables.flatMap(({ first }) => first)).toEqual([])
    expect(report).toMatchObject({ matches: true, movedBefore: false, resumed: 0 })
    // Or something of the ledger would go over untested.
    expect(report.tables.filter(({ compared }) => compared === 0).map(({ table }) => table)).toEqual([])
    expect(report.sums.find(({ state, theft }) => state === 'settled' && !theft)?.amount).toBeGreaterThan(2n ** 53n)

    const facts = await to.read(ledgerIdentity, undefined)
    expect(facts).toEqual({
      mode: 'live',
      id: (await from.read(ledgerIdentity, undefined)).id,
      moving: null,
      moved: false,
      restoredFrom: null,
    })
    expect(await everyAnswer(there, payments)).toEqual(await everyAnswer(here, payments))
    // The first instance that starts takes over what was under way, however long it is leased.
    const orphans = await there.orphans({ now: 0, instance: 'next', allInstances: false, limit: 10 })
    expect(orphans.map(({ id }) => id).toSorted()).toEqual(
      payments.flatMap(({ id, state }) => (['claimed', 'ordered', 'served', 'settling'].includes(state) ? [id] : [])).toSorted(),
    )
    const retries = retriesOf(payments)
    expect(await everyRetry(there, retries)).toEqual(await everyRetry(here, retries))
  })

  test.each(shareOf([11, 12, 13], 0, 3))('is the same after any history (%i)', async (seed) => {
    await using two = await opened()
    const history = startHistory(two.here)
    const turns = fc.sample(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 40, maxLength: 60 }), {
      seed,
      numRuns: 1,
    })[0]!
    for (const turn of turns) await Promise.all(turn.map((one) => history.take(one)).concat(history.payments().then(history.check)))
    const payments = await history.payments()
    expect(payments.length).toBeGreaterThan(5)
    expect(await moveLedger(two.parts)).toMatchObject({ matches: true })
    expect(await two.to.read(miscountedDays, undefined)).toEqual([])
    expect(await everyAnswer(two.there, payments)).toEqual(await everyAnswer(two.here, payments))
    const retries = retriesOf(payments)
    expect(await everyRetry(two.there, retries)).toEqual(await everyRetry(two.here, retries))
  })

  test('moves large answers from their files into rows, and lists those whose file is gone', async () => {
    await using two = await opened()
    const payment = (await sellOfEverything(two.here)).find(({ payer }) => payer === wallet(5))!
    const files = await two.files.list()
    expect(files).toHaveLength(1)
    expect(await moveLedger(two.parts)).toMatchObject({ matches: true })
    await rm(join(two.directory, 'answers', files[0]!.id))
    expect(await two.there.answer(payment.id)).toEqual(large)

    await using other = await opened()
    const kept = (await sellOfEverything(other.here)).find(({ payer }) => payer === wallet(5))!
    await rm(join(other.directory, 'answers'), { recursive: true })
    const report = await moveLedger(other.parts)
    expect(report.matches).toBe(true)
    expect(report.tables.find(({ table }) => table === 'answers')!.lostAnswers).toEqual([kept.id])
    expect(await other.there.answer(kept.id)).toBeUndefined()
    expect(await other.there.find(kept.id)).toMatchObject({ state: 'served' })
  })
})

describe('rows that differ', () => {
  test('are found, in every column and on both sides', async () => {
    const url = await server.createDatabase()
    await using two = await openTwoLedgers(url)
    const payments = await sellOfEverything(two.here)
    await moveLedger(two.parts)
    expect(await checkMove(two.parts)).toMatchObject({ matches: true })
    const hot = payments.find(({ state }) => state === 'credit')!
    await sql(
      url,
      `UPDATE payments SET amount = amount + 1, reason = NULL WHERE id = '${hot.id}';
       UPDATE answers SET body = set_byte(body, 0, 0) WHERE payment_id = '${payments[0]!.id}';
       DELETE FROM paying_wallets WHERE payer = '${wallet(4)}';
       INSERT INTO quotas (day, pool, used) VALUES ('2026-11-21', 'é', 1);
       UPDATE transactions SET raw = '\\x02' WHERE hash = '${bytes32(9)}';`,
    )
    const { matches, tables, sums } = await checkMove(two.parts)
    expect(matches).toBe(false)
    expect(tables.flatMap(({ first }) => first)).toEqual([
      { table: 'payments', key: [hot.id], what: ['reason', 'amount'] },
      { table: 'paying_wallets', key: [wallet(4)], what: 'missing' },
      { table: 'quotas', key: ['2026-11-21', 'é'], what: 'surplus' },
      { table: 'answers', key: [payments[0]!.id], what: ['body'] },
      { table: 'transactions', key: ['eip155:8453', wallet(9), '1', bytes32(9)], what: ['raw'] },
    ])
    expect(sums.find(({ state }) => state === 'credit')).toMatchObject({ amount: 7_500n, there: { amount: 7_501n } })
  })

  test('keep a ledger where it is, whatever table they are in, and the next run copies everything again', async () => {
    await using two = await opened()
    await sellOfEverything(two.here)
    await fillOtherTables(two.from)
    for (const { name } of shareOf(movedTables, 1)) {
      const losing = changed(two.to, (unit, input) => (unit === `copy_to_${name}` ? (input as unknown[]).slice(1) : input))
      const report = await moveLedger({ ...two.parts, to: losing })
      expect(report).toMatchObject({ matches: false, resumed: 0 })
      const different = report.tables.filter(({ differences }) => differences > 0)
      expect(different).toMatchObject([{ table: name, differences: 1, first: [{ what: 'missing' }] }])
      await refuseMovedLedger(two.from, 'here', await two.from.read(ledgerIdentity, undefined))
    }
    expect(await moveLedger(two.parts)).toMatchObject({ matches: true, resumed: 0 })
  })
})

/** The same store, but what units are given passes here. */
function changed(store: Store, change: (unit: string, input: unknown) => unknown): Store {
  return {
    ...store,
    write: <Input, Output>(unit: Unit<Input, Output>, input: Input) => store.write(unit, change(unit.name, input) as Input),
  }
}

describe('a move that is interrupted', () => {
  test('at any of its writes, before or after the write is done, ends right when it is run again', async () => {
    await using two = await opened()
    await sellOfEverything(two.here)
    await two.from.write(fillLedger, { payments: 1_200 })
    // Somebody has tried the database out.
    await two.there.recordPrices({ prices: [{ offerId: 'tried', price: 1n }], at: noon })
    const runs: number[] = []
    for (;;) {
      let writes = 0
      const cutting = (store: Store): Store => ({
        ...store,
        async write(unit, input) {
          // The first run is cut at its first write, the next one at its second; then each gets a few further than the one before.
          const last = !unit.name.startsWith('number_on') && ++writes === Math.min(runs.length + 1, 5)
          if (last && runs.length % 2 === 0) throw new Error('cut')
          const output = await store.write(unit, input)
          if (last) throw new Error('cut')
          return output
        },
      })
      try {
        runs.push((await moveLedger({ ...two.parts, from: cutting(two.from), to: cutting(two.to) })).resumed)
        break
      } catch (error) {
        expect((error as Error).message).toBe('cut')
        const theirs = await two.to.read(ledgerIdentity, undefined)
        // Nobody opens it there while it is half.
        if (theirs.moving !== null) expect(() => refuseIncompleteLedger(theirs)).toThrow('not complete')
        else if (runs.length > 1) expect((await two.from.read(ledgerIdentity, undefined)).moved).toBe(true)
        runs.push(0)
      }
    }
    expect(runs.length).toBeGreaterThan(10)
    expect(await checkMove(two.parts)).toMatchObject({ matches: true })
    expect(await moveLedger(two.parts)).toMatchObject({ matches: true, movedBefore: true })
    expect(await two.there.pricesSince({ offerId: 'tried', since: 0 })).toEqual([])
  })

  test('starts from the beginning where the ledger was opened in between, since the copy is out of date', async () => {
    await using two = await opened()
    await sellOfEverything(two.here)
    const cut = changed(two.to, (unit, input) => {
      if (unit === 'copy_to_slots') throw new Error('cut')
      return input
    })
    await expect(moveLedger({ ...two.parts, to: cut })).rejects.toThrow('cut')
    await refuseMovedLedger(two.from, 'here', await two.from.read(ledgerIdentity, undefined))
    await two.here.finalize({ ids: [(await settledTransfer(two.here, transferOf())).id] })
    await two.here.archive({ expiredBefore: BigInt(noon), limit: 100 })
    expect(await moveLedger(two.parts)).toMatchObject({ matches: true, resumed: 0 })
  })
})

describe('a ledger is not moved', () => {
  test('to a database with payments, or to one to which another is moved', async () => {
    const url = await server.createDatabase()
    await using two = await openTwoLedgers(url)
    await using other = await openTwoLedgers(url)
    await served(two.here, claimOf())
    await served(other.here, claimOf())
    const cut = changed(two.to, (unit, input) => {
      if (unit === 'copy_to_answers') throw new Error('cut')
      return input
    })
    await expect(moveLedger({ ...two.parts, to: cut })).rejects.toThrow('cut')
    await expect(moveLedger(other.parts)).rejects.toThrow('another ledger is being moved to this database')
    expect(await moveLedger(two.parts)).toMatchObject({ matches: true })
    await expect(moveLedger(other.parts)).rejects.toThrow('has a ledger with payments of its own')
    await expect(checkMove(other.parts)).rejects.toThrow('has no copy of this ledger')
  })

  test('to a second database, or back into one that sells again', async () => {
    await using two = await opened()
    await served(two.here, claimOf())
    await moveLedger(two.parts)
    await using other = await opened()
    await expect(moveLedger({ ...two.parts, to: other.to })).rejects.toThrow('was already moved to another database')
    await expect(refuseMovedLedger(two.from, 'here', await two.from.read(ledgerIdentity, undefined))).rejects.toThrow(/moved to PostgreSQL/)
  })

  test('to a database of the other mode, or one that a service runs on', async () => {
    await using two = await opened()
    await checkLedgerMode(two.from, 'here', opener)
    await checkLedgerMode(two.to, 'there', { ...opener, mode: 'sandbox' })
    await expect(moveLedger(two.parts)).rejects.toThrow('the ledger is of MODE=live, and the database of MODE=sandbox')
    await using other = await opened()
    await other.there.recordPrices({ prices: [{ offerId: 'x', price: 1n }], at: noon })
    const now = Date.now()
    const name = instanceLeaseName('somebody')
    await other.there.takeLease({ name, owner: 'somebody', until: now + 60_000, now, force: false })
    await expect(moveLedger(other.parts)).rejects.toThrow('a service runs on this database')
    // One that was only tried out, and sold nothing, leaves nothing behind.
    await releaseInstance({ ledger: other.there, clock: { now: () => now } }, 'somebody')
    expect(await moveLedger(other.parts)).toMatchObject({ matches: true })
    expect(await other.there.pricesSince({ offerId: 'x', since: 0 })).toEqual([])
  })
})
