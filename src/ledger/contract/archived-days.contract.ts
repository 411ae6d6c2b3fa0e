import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import type { Ledger } from '../ledger.ts'
import { authorizationIdentity } from '../payments/identity.ts'
import type { Payment } from '../payments/payment.ts'
import { createLedgerReading } from '../reading/ledger-reading.ts'
import { salesDimensions, type DayPrice, type SalesDimension, type SalesFigure } from '../reading/sales-figures.ts'
import { miscountedDays } from './miscounted-days.fixture.ts'
import {
  base,
  bytes32,
  claimed,
  claimOf,
  dayMs,
  noon,
  noonSeconds,
  polygon,
  released,
  served,
  settledTransfer,
  settlementOf,
  transferOf,
  uncharged,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

/** How a payment ended, or that it has not. */
const ends = ['claimed', 'settled', 'final', 'final', 'final', 'late', 'transfer', 'refused', 'released', 'uncharged'] as const

const sale = fc.record({
  end: fc.constantFrom(...ends),
  /** How many of the same kind. */
  times: fc.integer({ min: 1, max: 3 }),
  day: fc.constantFrom(-3, -2, -2, -1, 0, 0),
  offerId: fc.constantFrom('market-price', 'screenshot'),
  network: fc.constantFrom(base, base, polygon),
  protocol: fc.constantFrom('x402', 'x402', 'mpp'),
  payer: fc.integer({ min: 1, max: 3 }),
  amount: fc.constantFrom(7_500n, 7_501n, 20_000n),
})
type SalesRow = typeof sale extends fc.Arbitrary<infer T> ? T : never

const act = fc.oneof(
  { weight: 4, arbitrary: sale },
  { weight: 2, arbitrary: fc.record({ archive: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ bringBack: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ forget: fc.integer({ min: 1, max: 3 }) }) },
)

let nonce = 0x2000_0000

async function sell(ledger: Ledger, { end, day, payer, ...rest }: Omit<SalesRow, 'times'>): Promise<string> {
  const now = noon + day * dayMs
  const terms = { ...rest, payer: wallet(payer), now }
  if (end === 'transfer') {
    const { id } = await settledTransfer(ledger, transferOf(terms))
    await ledger.finalize({ ids: [id] })
    return id
  }
  const authorization = { nonce: bytes32(++nonce), validAfter: 0n, validBefore: BigInt(now / 1000) + 60n, signature: '0xab' as const }
  const asset = claimOf().asset
  const identities = [authorizationIdentity(terms.network, asset, terms.payer, authorization.nonce)]
  const input = claimOf({ ...terms, authorization, identities })
  if (end === 'claimed' || end === 'released' || end === 'uncharged') {
    const payment = await claimed(ledger, input)
    if (end === 'released') await released(ledger, payment)
    if (end === 'uncharged') await uncharged(ledger, payment)
    return payment.id
  }
  const { id } = await served(ledger, input)
  if (end === 'refused') await ledger.refuse({ id, reason: 'expired', at: now })
  else await ledger.settle([{ ...settlementOf(id), at: end === 'late' ? now + dayMs : now }])
  if (end === 'final' || end === 'late') await ledger.finalize({ ids: [id] })
  return id
}

/** What was sold, made from each payment by itself. */
function addUp(payments: readonly Payment[], by: ReadonlySet<SalesDimension>, prices: readonly DayPrice[]): Map<string, unknown> {
  const groups = new Map<string, { payments: bigint; amount: bigint; euro: bigint; unpriced: bigint; days: string[] }>()
  for (const payment of payments) {
    const day = new Date(payment.settledAt ?? payment.claimedAt).toISOString().slice(0, 10)
    const { offerId: offer, network, protocol, payer } = payment
    const key = keyOf({ by: { day, offer, network, protocol, payer }, ...payment }, by)
    const group = groups.get(key) ?? { payments: 0n, amount: 0n, euro: 0n, unpriced: 0n, days: [] }
    groups.set(key, group)
    const price = prices.find((one) => one.day === day)?.usdMillionths
    group.payments += 1n
    group.amount += payment.amount
    if (price === undefined) {
      group.unpriced += 1n
      group.days = [...group.days, day].toSorted()
    } else group.euro += BigInt(Math.round((Number(payment.amount) * 1_000_000) / Number(price)))
  }
  return new Map([...groups].map(([key, { days, ...sums }]) => [key, { ...sums, firstDay: days[0], lastDay: days.at(-1) }]))
}

function keyOf(one: Pick<SalesFigure, 'by' | 'state' | 'theft' | 'final'>, by: ReadonlySet<SalesDimension>): string {
  return [...salesDimensions.map((dimension) => (by.has(dimension) ? one.by[dimension] : '')), one.state, one.theft, one.final].join(' ')
}

export function archivedDaysContract(openLedger: OpenLedger): void {
  describe('the counts of archived payments by day', () => {
    test('are those of the rows after any history, and reports from them are those from every row', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(act, { minLength: 10, maxLength: 30 }),
          fc.array(fc.subarray([...salesDimensions]), { minLength: 2, maxLength: 4 }),
          async (acts, splits) => {
            await using opened = await openLedger()
            const { ledger, store } = opened
            const reading = createLedgerReading(store)
            const ids: string[] = []
            for (const one of acts) {
              if ('end' in one) {
                for (let time = 0; time < one.times; time++) ids.push(await sell(ledger, one))
              } else if ('archive' in one) await ledger.archive({ expiredBefore: noonSeconds + 10n ** 6n, limit: one.archive })
              else if ('forget' in one) await ledger.forgetPayer({ payer: wallet(one.forget), ids })
              else await bringBack(ledger, ids[one.bringBack % Math.max(1, ids.length)])
              expect(await store.read(miscountedDays, undefined)).toEqual([])
            }
            const payments = (await Promise.all(ids.map((id) => ledger.find(id)))).filter((payment) => payment !== undefined)
            expect(payments).toHaveLength(ids.length)
            const midnight = noon - dayMs / 2
            const span = { from: midnight - 2 * dayMs, until: midnight + dayMs }
            const euro = [
              { day: '2026-11-19', usdMillionths: 1_123_457n },
              { day: '2026-11-21', usdMillionths: 1_050_000n },
            ]
            const inSpan = payments.filter(({ settledAt, claimedAt }) => {
              const moment = settledAt ?? claimedAt
              return moment >= span.from && moment < span.until
            })
            for (const split of splits) {
              const by = new Set(split)
              const figures = await reading.salesFigures({ ...span, by, euro })
              const found = figures.map((figure) => {
                const { payments, amount, euro, withoutPrice } = figure
                const days = { firstDay: withoutPrice?.firstDay, lastDay: withoutPrice?.lastDay }
                return [keyOf(figure, by), { payments, amount, euro, unpriced: withoutPrice?.payments ?? 0n, ...days }] as const
              })
              expect(new Map(found)).toEqual(addUp(inSpan, by, euro))
              expect(found).toHaveLength(new Map(found).size)
            }
          },
        ),
        { numRuns: runsOf(12) },
      )
    })

    test('are not used where they lack what an earlier version archived, until they are counted again', async () => {
      await using opened = await openLedger()
      const { ledger, store } = opened
      for (const end of ['final', 'final', 'refused'] as const)
        await sell(ledger, { end, day: 0, offerId: 'screenshot', network: base, protocol: 'x402', payer: 1, amount: 7_500n })
      expect(await ledger.archive({ expiredBefore: noonSeconds + 10n ** 6n, limit: 10 })).toBe(3)
      const lose = `DELETE FROM archived_days WHERE state = 'settled'`
      await store.write(
        {
          name: 'lose_days',
          sqlite: (transaction) => void transaction.run(lose),
          postgres: { text: lose, values: () => ({}), result: () => undefined },
        },
        undefined,
      )
      expect(await store.read(miscountedDays, undefined)).toHaveLength(1)
      const midnight = noon - dayMs / 2
      const check = async () => {
        const figures = await createLedgerReading(store).salesFigures({ from: midnight, until: midnight + dayMs, by: new Set(), euro: [] })
        expect(figures.map(({ state, payments }) => `${state} ${payments}`).toSorted()).toEqual(['refused 1', 'settled 2'])
      }
      await check()
      expect(await ledger.recountDays()).toBe(1)
      expect(await store.read(miscountedDays, undefined)).toEqual([])
      expect(await ledger.recountDays()).toBe(0)
      await check()
    })
  })
}

/** As when somebody has submitted its authorization after all. */
async function bringBack(ledger: Ledger, id: string | undefined): Promise<void> {
  const payment = id === undefined ? undefined : await ledger.find(id)
  if (!payment?.authorization) return
  const { network, asset, payer, authorization } = payment
  const identity = authorizationIdentity(network, asset, payer, authorization.nonce)
  if (!(await ledger.bringBack({ id: payment.id, identity }))) return
  await ledger.creditPaid({
    id: payment.id,
    transaction: bytes32(0xc0),
    blockNumber: 200n,
    blockHash: bytes32(200),
    logIndex: 1,
    transferIdentity: `transfer of ${payment.id}`,
    settledAt: noon,
    at: noon,
  })
}
