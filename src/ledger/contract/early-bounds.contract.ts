import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import type { Payment } from '../payments/payment.ts'
import { claimed, claimOf, generous, hello, noon, settlementOf, today, wallet, type OpenLedger } from './open-ledger.fixture.ts'

const limits = { ...generous.limits, perPayer: 100n, perClient: 180n, perDay: 300n }

/** A payer buys, or something becomes of one of the payments so far. */
interface Step {
  readonly kind: 'buy' | 'settle' | 'owe'
  readonly payer: number
  readonly amount: bigint
  readonly which: number
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('buy', 'buy', 'buy', 'settle', 'owe'),
  payer: fc.integer({ min: 1, max: 6 }),
  amount: fc.bigInt({ min: 1n, max: 70n }),
  which: fc.nat(50),
})

/** Payers 1 and 2 share a client address, and so on. Payer 1 has settled less than the limit of a payer. */
const clientOf = (payer: number) => `client ${Math.ceil(payer / 2)}`
const settledBefore = (payer: number) => (payer === 1 ? 40n : 1_000n)

export function earlyBoundsContract(open: OpenLedger): void {
  describe('the bounds of early answers', () => {
    test('hold for every payer, client address and day, whatever happens at once', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { maxLength: 10 }), async (rounds) => {
          await using opened = await open()
          const { ledger } = opened
          const ids: string[] = []
          let lost = 0n

          async function buy({ payer, amount }: Step) {
            const result = await ledger.claim(claimOf({ payer: wallet(payer), client: clientOf(payer), amount }))
            if (result.result !== 'claimed') return undefined
            const { payment } = result
            const settledHere = { payments: 9, amount: settledBefore(payer) }
            await ledger.serveEarly({ ...payment, claimed: payment, answer: hello, at: noon, limits, settledHere })
            return void ids.push(payment.id)
          }

          async function act(one: Step) {
            if (one.kind === 'buy') return buy(one)
            const id = ids[one.which % Math.max(1, ids.length)]
            if (id === undefined) return undefined
            if (one.kind === 'settle') return ledger.settle([settlementOf(id)])
            // It stays a loss of the day when it is paid later.
            const owed = await ledger.bookOwed({ id, reason: 'gone', day: today, at: noon })
            lost += owed?.amount ?? 0n
            return undefined
          }

          for (const round of rounds) {
            // What is done at once in one round sees the payments of the rounds before.
            await Promise.all(round.map(act))
            const rows = await Promise.all(ids.map((id) => ledger.find(id)))
            check(rows.filter((row) => row !== undefined))
            const unsettled = rows.filter((row) => row?.timing === 'early' && row.state === 'served') as Payment[]
            expect(await ledger.earlyExposure({ day: today })).toMatchObject({ open: sum(unsettled), lost })
            expect(sum(unsettled) + lost).toBeLessThanOrEqual(limits.perDay)
          }
        }),
        { numRuns: runsOf(25) },
      )
    })

    test('hold for a crowd that buys at the same moment', async () => {
      await using opened = await open()
      const { ledger } = opened
      const crowd = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          claimed(ledger, claimOf({ payer: wallet(0x100 + (index % 20)), client: `c${index % 4}`, amount: 50n })),
        ),
      )
      const served = await Promise.all(
        crowd.map((payment) => ledger.serveEarly({ ...payment, claimed: payment, answer: hello, at: noon, ...generous, limits })),
      )
      expect(served.every((one) => one?.payment.state === 'served')).toBe(true)
      const early = served.map((one) => one!.payment).filter(({ timing }) => timing === 'early')
      check(early)
      // Not one less than the day allows.
      expect(sum(early)).toBe(300n)
    })
  })
}

function check(payments: readonly Payment[]): void {
  const exposed = payments.filter(({ timing, state }) => timing === 'early' && ['served', 'settling', 'owed'].includes(state))
  expect(sum(exposed)).toBeLessThanOrEqual(limits.perDay)
  for (const [, theirs] of Map.groupBy(exposed, ({ client }) => client)) expect(sum(theirs)).toBeLessThanOrEqual(limits.perClient)
  for (const [payer, theirs] of Map.groupBy(exposed, (one) => one.payer)) {
    expect(sum(theirs)).toBeLessThanOrEqual(limits.perPayer)
    if (payer === wallet(1)) expect(sum(theirs)).toBeLessThanOrEqual(settledBefore(1))
  }
}

function sum(payments: readonly Payment[]): bigint {
  return payments.reduce((total, { amount }) => total + amount, 0n)
}
