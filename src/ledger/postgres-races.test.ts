import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { startPostgres, type PostgresServer } from '../store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../store/postgres/store.fixture.ts'
import { createAnswerFiles } from './answers/answer-files.ts'
import {
  again,
  bytes32,
  claimed,
  claimedTransfer,
  claimOf,
  dayMs,
  hello,
  inNextBlock,
  noon,
  released,
  served,
  settlementOf,
  settledTransfer,
  today,
  transferOf,
  wallet,
} from './contract/open-ledger.fixture.ts'
import { createLedger } from './create-ledger.ts'
import { transferIdentity } from './payments/identity.ts'
import type { Ledger } from './ledger.ts'
import { LeaseLost } from './leases/leases.ts'

let server: PostgresServer
let client: pg.Client
let [one, other]: Ledger[] = []
beforeAll(async () => {
  server = await startPostgres()
  const url = await server.createDatabase()
  const open = async () =>
    createLedger({ store: await openPostgresStore({ ...systemParts, url, connections: 8 }), answerFiles: createAnswerFiles('/nowhere') })
  one = await open()
  other = await open()
  client = new pg.Client(url)
  await client.connect()
})
afterAll(async () => {
  await Promise.all([one!.close(), other!.close(), client.end()])
  await server[Symbol.asyncDispose]()
})

const rounds = Array.from({ length: 40 }, (_, index) => index)
const count = async (sql: string) => Number((await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${sql}`)).rows[0]!.count)

/**
 * Stops statements at a certain place: they have seen the database, and wait for a row that `lock` holds. Meanwhile something
 * happens; then they go on. Gives what became of them.
 */
async function stoppedAt<Output>(lock: string, start: () => Promise<Output>[], meanwhile = async () => {}): Promise<Output[]> {
  await client.query(`BEGIN; ${lock}`)
  const stopped = start()
  while ((await count(`pg_locks WHERE NOT granted`)) < stopped.length) await systemParts.timers.sleep(2)
  await meanwhile()
  await client.query('ROLLBACK')
  return Promise.all(stopped)
}

describe('a statement that began before another one changed the database', () => {
  const turnOf = (payer: string) => `INSERT INTO turns (name, turn) VALUES ('payer:${payer}', 1)`
  const rowOf = (id: string) => `SELECT 1 FROM payments WHERE id = '${id}' FOR UPDATE`

  async function servedAndItsTransfer(payer: number, by: number) {
    const payment = await served(one!, claimOf({ payer: wallet(payer) }))
    const place = { ...settlementOf(payment.id), transaction: bytes32(0x6000_0000 + payer) }
    return { payment, place, hash: transferOf({ transaction: place.transaction, occurrence: place.occurrence, payer: wallet(by) }) }
  }

  test('does not claim a transfer that has been settled for another payment since', async () => {
    const { payment, place, hash } = await servedAndItsTransfer(101, 102)
    const [claim] = await stoppedAt(
      turnOf(hash.payer),
      () => [other!.claimTransfer(hash)],
      async () => void (await one!.settle([place])),
    )
    expect(claim).toMatchObject({ result: 'taken', payment: { id: payment.id } })
    expect(await one!.find(hash.id)).toBeUndefined()
  })

  test('settles by a transfer that has been claimed since, leaves that claim its key, and audits it', async () => {
    const { payment, place, hash } = await servedAndItsTransfer(103, 104)
    const [settled] = await stoppedAt(
      rowOf(payment.id),
      () => [one!.settle([place])],
      async () => void (await claimedTransfer(other!, hash)),
    )
    expect(settled).toMatchObject([{ id: payment.id, state: 'settled' }])
    expect((await one!.findByIdentity(transferIdentity(hash)))!.id).toBe(hash.id)
    expect(await count(`audit WHERE kind = 'identity_conflict' AND subject = '${payment.id}' AND detail LIKE '%${hash.id}%'`)).toBe(1)
  })

  test('does not admit a payment whose cover another claim has taken since', async () => {
    const poor = { payer: wallet(105), balance: 7500n }
    const claims = await stoppedAt(turnOf(poor.payer), () => [one!, other!].map((ledger) => ledger.claim(claimOf(poor))))
    expect(claims.map(({ result }) => result).sort()).toEqual(['claimed', 'not_covered'])
  })

  test('gives no free call beyond those of the day', async () => {
    const freeCall = { day: today, client: 'nearly full', dailyLimit: 2 }
    await claimed(one!, claimOf({ payer: wallet(106), freeCall }))
    const claims = await stoppedAt(`SELECT 1 FROM free_calls WHERE client = 'nearly full' FOR UPDATE`, () =>
      [one!, other!].map((ledger, index) => ledger.claim(claimOf({ payer: wallet(107 + index), freeCall }))),
    )
    expect(claims.filter((claim) => claim.result === 'claimed' && claim.payment.free)).toHaveLength(1)
  })

  test('gives free calls to as many claims of one set as the day has left', async () => {
    const freeCall = { day: today, client: 'a crowd', dailyLimit: 3 }
    const wallets = Array.from({ length: 8 }, (_, index) => wallet(120 + index))
    const claims = await Promise.all(wallets.map((payer) => one!.claim(claimOf({ payer, freeCall }))))
    expect(claims.map(({ result }) => result)).toEqual(wallets.map(() => 'claimed'))
    expect(claims.filter((claim) => claim.result === 'claimed' && claim.payment.free)).toHaveLength(3)
    expect(await count(`free_grants WHERE client = 'a crowd' AND payment_id <> ''`)).toBe(3)
    const { rows } = await client.query<{ used: string }>(`SELECT used FROM free_calls WHERE client = 'a crowd'`)
    expect(rows).toEqual([{ used: '3' }])
  })

  test('finds a reversed transfer again once', async () => {
    const bare = transferOf({ payer: wallet(109) })
    const { id, epoch } = await settledTransfer(one!, bare)
    await one!.reverse({ id, epoch, reason: 'gone', at: noon })
    const claims = await stoppedAt(rowOf(id), () => [one!, other!].map((ledger) => ledger.claimTransfer(again(bare, inNextBlock))))
    for (const claim of claims) expect(claim).toMatchObject({ result: 'taken', payment: { id, state: 'settled', epoch: epoch + 2 } })
  })

  test('serves, releases and adopts by the newest row only', async () => {
    const payment = await claimed(one!, claimOf({ payer: wallet(110), leaseUntil: noon }))
    const ends = await stoppedAt<unknown>(rowOf(payment.id), () => [
      one!.serve({ ...payment, answer: hello, at: noon }),
      released(other!, payment),
      other!.adopt({ rows: [payment], instance: 'there', leaseUntil: noon }).then(([won]) => won),
    ])
    expect(ends.filter((end) => end !== undefined)).toHaveLength(1)
  })

  test('keeps an answer whose time has been extended since', async () => {
    const { id } = await served(one!, claimOf({ payer: wallet(111) }))
    await one!.refuse({ id, reason: 'expired', at: noon })
    const days = noon + 2 * dayMs
    await stoppedAt(
      `UPDATE answers SET expires_at = expires_at WHERE payment_id = '${id}'`,
      () => [one!.expire({ now: days, limit: 100 })],
      async () => void (await client.query(`UPDATE answers SET expires_at = ${days + 1} WHERE payment_id = '${id}'; COMMIT`)),
    )
    expect(await count(`answers WHERE payment_id = '${id}'`)).toBe(1)
  })

  test('does not take a signer whose owner has come back and taken it again', async () => {
    const gone = { name: 'instance:gone', owner: 'gone', until: noon, now: noon, force: false }
    const lease = { ...gone, name: 'settler:one', until: noon + dayMs }
    for (const taken of [gone, lease]) await one!.takeLease(taken)
    const [won] = await stoppedAt(
      `SELECT 1 FROM leases WHERE name = '${lease.name}' FOR UPDATE`,
      () => [other!.takeLease({ ...lease, owner: 'heir', endedBy: noon })],
      async () => void (await client.query(`UPDATE leases SET until = until + 1 WHERE owner = 'gone'; COMMIT`)),
    )
    expect(won).toBe(false)
  })

  test('stores no transaction of a signer that another instance has taken since', async () => {
    const lease = { name: 'settler:two', owner: 'stalled', until: noon, now: noon, force: false }
    await one!.takeLease(lease)
    const transaction = { hash: bytes32(0x51), raw: '0x02', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: noon } as const
    const slot = { network: 'eip155:8453', signer: wallet(0x51), nonce: 1 }
    const holder = { lease: lease.name, owner: lease.owner }
    const [stored] = await stoppedAt(
      `UPDATE leases SET owner = 'heir' WHERE name = '${lease.name}'`,
      () => [one!.recordTransaction({ ...slot, transaction, payments: [], at: noon, holder }).catch((error: unknown) => error)],
      async () => void (await client.query('COMMIT')),
    )
    expect(stored).toBeInstanceOf(LeaseLost)
    expect(await other!.highestNonce(slot)).toBe(-1)
  })

  test('records a new price once', async () => {
    const prices = [{ offerId: 'new', price: 100n }]
    await stoppedAt(`INSERT INTO turns (name, turn) VALUES ('prices', 1)`, () =>
      [one!, other!].map((ledger) => ledger.recordPrices({ prices, at: noon })),
    )
    expect(await one!.pricesSince({ offerId: 'new', since: 0 })).toEqual([100n])
  })
})

describe('two instances at once', () => {
  test('claim a released payment again, and claim its authorization by hash: one succeeds', async () => {
    for (const round of rounds) {
      const [payer, nonce] = [wallet(3000 + round), bytes32(0x100 + round)]
      await released(one!, await claimed(one!, claimOf({ payer, nonce })))
      const results = await Promise.all([
        one!.claim(claimOf({ payer, nonce })),
        other!.claimTransfer(transferOf({ payer, authorizationNonce: nonce })),
      ])
      expect(results.map(({ result }) => result).sort()).toEqual(['claimed', 'taken'])
    }
  })

  test('claim the last amount that a wallet covers, while its other payments end', async () => {
    for (const round of rounds) {
      const payer = wallet(4000 + round)
      const first = await claimed(one!, claimOf({ payer, balance: 15_000n }))
      const results = await Promise.all([
        one!.claim(claimOf({ payer, balance: 15_000n })),
        other!.claim(claimOf({ payer, balance: 15_000n })),
        one!.serve({ ...first, answer: hello, at: noon }),
      ])
      expect(
        results
          .slice(0, 2)
          .map((result) => (result as { result: string }).result)
          .sort(),
      ).toEqual(['claimed', 'not_covered'])
    }
  })

  test('give free calls back and take them: each wallet has one, and the count of the day is right', async () => {
    const freeCall = { day: today, client: 'shared', dailyLimit: 5 }
    const attempts = rounds.map(async (round) => {
      const ledger = round % 2 ? one! : other!
      const payment = await claimed(ledger, claimOf({ payer: wallet(5000 + (round % 8)), freeCall }))
      if (round % 3 === 0) await released(ledger, payment)
      else await ledger.serve({ ...payment, answer: hello, at: noon })
    })
    await Promise.all(attempts)
    const free = await count(`payments WHERE payer IN (SELECT payer FROM free_grants WHERE client = 'shared') AND free = 1`)
    const { rows } = await client.query<{ used: string }>(`SELECT used FROM free_calls WHERE client = 'shared'`)
    expect(free).toBeGreaterThan(0)
    expect(Number(rows[0]!.used)).toBe(free)
    expect(await count(`(SELECT payer FROM payments WHERE free = 1 GROUP BY payer HAVING count(*) > 1) AS twice`)).toBe(0)
  })

  test('record one transaction of many payments, adopt and settle them: all finish, without a deadlock', async () => {
    const payments = await Promise.all(rounds.map((round) => served(one!, claimOf({ payer: wallet(7000 + round), leaseUntil: noon }))))
    const ids = payments.map(({ id }) => id)
    const transaction = { hash: bytes32(9), raw: '0x02', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: noon } as const
    const record = { network: payments[0]!.network, signer: wallet(9), nonce: 1, transaction, at: noon }
    const places = ids.map((id) => settlementOf(id))
    // Of two that store it at once, one may be told that the nonce is taken.
    const unlessTaken = (error: unknown) => expect(error).toBeInstanceOf(LeaseLost)
    await Promise.all([
      one!.recordTransaction({ ...record, payments: ids }).catch(unlessTaken),
      other!.recordTransaction({ ...record, payments: ids.toReversed() }).catch(unlessTaken),
      other!.adopt({ rows: payments.toReversed(), instance: 'there', leaseUntil: noon + 1 }),
      one!.settle(places),
      other!.settle(places.toReversed()),
      one!.finalize({ ids: ids.toReversed() }),
    ])
    await one!.settle(places)
    for (const id of ids) expect(await other!.find(id)).toMatchObject({ state: 'settled' })
  })

  test('bring proofs of stolen transfers: the losses of the day stay within the cap', async () => {
    const theft = { day: '2026-12-24', dailyLimit: 30_000n }
    const stolen = rounds.map((round) => transferOf({ payer: wallet(8000 + round), theft }))
    await Promise.all(stolen.map((bare) => settledTransfer(one!, bare)))
    const proofs = stolen.map((bare, index) => (index % 2 ? one! : other!).claimTransfer(again(bare, { bound: true, theft })))
    const results = await Promise.all(proofs)
    expect(results.filter(({ result }) => result === 'claimed')).toHaveLength(4)
    expect(results.filter(({ result }) => result === 'theft_cap_reached')).toHaveLength(36)
    expect(await count(`bound_only`)).toBe(4)
    await claimedTransfer(one!, transferOf({ payer: wallet(9999) }))
  })
})
