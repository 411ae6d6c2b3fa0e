import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysBefore } from '../../src/offers/watchlist/day.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { utcDay } from '../../src/shared/clock.ts'
import type { FailPointName } from '../../src/shared/fail-point.ts'
import { openKillable, type KillableService } from '../killable-service.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'

/** More notices than three answers of two bring. */
const since = daysBefore(utcDay(Date.now()), 60)
const tenders = `/v1/data/tenders/eu/eu/72?since=${since}`
const polled = `${tenders}&limit=2`
const pollPrice = 20_000n

interface Notice {
  readonly id: string
  readonly repeated: boolean
}

async function noticesOf(response: Response): Promise<Notice[]> {
  const body = (await response.json()) as { data: { notices: Notice[] } }
  if (response.status !== 200) throw new Error(`a poll was answered with ${response.status}: ${JSON.stringify(body)}`)
  return body.data.notices
}

const fresh = (notices: readonly Notice[]) => notices.filter(({ repeated }) => !repeated).map(({ id }) => id)
const idsOf = (notices: readonly Notice[]) => notices.map(({ id }) => id)

const moments: readonly FailPointName[] = ['claimed', 'worked', 'served', 'stored', 'mined']
const orders = ['the same payment', 'a new payment'] as const
const cases = moments.flatMap((at) => orders.map((first) => ({ at, first })))

describe.each(['SQLite', 'PostgreSQL'] as const)('a watchlist whose service is killed, on %s', (engine) => {
  let server: PostgresServer | undefined
  let killable: KillableService
  /** One for each case, whose first call free is gone: a poll of theirs is settled. */
  let payers: readonly Account[]
  beforeAll(async () => {
    if (engine === 'PostgreSQL') server = await startPostgres()
    killable = await openKillable(
      server ? { DATABASE_URL: await server.createDatabase(), MPP_SECRET: 'the-same-for-all-processes-of-it' } : {},
    )
    const { url } = await killable.startNext(null)
    payers = await Promise.all(cases.map(killable.wallet))
    for (const payer of payers) expect((await pay(url, payer, { path: priceOfBitcoin })).status).toBe(200)
  })
  afterAll(async () => {
    await killable?.close()
    await server?.[Symbol.asyncDispose]()
  })

  test.each(cases)('when a poll is $at, and then comes $first: nothing is skipped, and nothing is charged twice', async ({ at, first }) => {
    const doomed = await killable.killedAt(at)
    const payer = payers[cases.findIndex((one) => one.at === at && one.first === first)]!
    const before = await usdcOf(killable.chain, payer.address)
    const payment = await signPayment(await termsOf(doomed.url, polled), payer)
    await expect(callWith(doomed.url + polled, payment)).rejects.toThrow()
    expect(await doomed.ended).toBe('SIGKILL')

    const again = await killable.startNext(null)
    const retry = () => callWith(again.url + polled, payment)
    const anew = async () => callWith(again.url + polled, await signPayment(await termsOf(again.url, polled), payer))
    const calls = first === 'the same payment' ? [retry, anew, anew] : [anew, retry, anew]
    const answers: Notice[][] = []
    for (const call of calls) {
      const response = await call()
      expect((await receiptOf(response)).state).toBe('settled')
      answers.push(await noticesOf(response))
    }

    const other = await killable.wallet()
    const all = idsOf(await noticesOf(await pay(again.url, other, { path: `${tenders}&limit=100` })))
    expect(all.length).toBeGreaterThan(6)
    // Each of three payments bought two notices, and what the last one gave is everything until there.
    expect(answers.flatMap(fresh).toSorted()).toEqual(all.slice(0, 6).toSorted())
    expect(idsOf(answers[2]!)).toEqual(all.slice(0, 6))
    expect(fresh(await noticesOf(await retry()))).toEqual(fresh(answers[first === 'the same payment' ? 0 : 1]!))
    expect(before - (await usdcOf(killable.chain, payer.address))).toBe(3n * pollPrice)
  })
})
