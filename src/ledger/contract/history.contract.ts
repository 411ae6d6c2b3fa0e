import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { startHistory, type Step } from './history.fixture.ts'
import { miscountedDays } from './miscounted-days.fixture.ts'
import type { OpenLedger } from './open-ledger.fixture.ts'

export const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'claim',
    'claim',
    'claim',
    'hash',
    'hash',
    'hash',
    'serve',
    'serve',
    'order',
    'order',
    'begin',
    'begin',
    'serve_run',
    'fail_run',
    'release',
    'uncharge',
    'record',
    'settle',
    'settle',
    'refuse',
    'unsettle',
    'reverse',
    'finalize',
    'archive',
  ),
  payer: fc.integer({ min: 1, max: 3 }),
  nonce: fc.integer({ min: 1, max: 5 }),
  amount: fc.constantFrom(7500n, 20_000n, 150_000n),
  free: fc.boolean(),
  /** Of a claim by hash: who brings it. */
  by: fc.constantFrom('payer', 'thief', 'other thief', 'proof'),
  /** Which of the payments so far. */
  target: fc.nat({ max: 30 }),
  /** How far behind the caller is. */
  behind: fc.constantFrom(0, 0, 0, 1),
})

export function historyContract(open: OpenLedger): void {
  describe('any history', () => {
    test('keeps cover, grants, identities, credits, the cap of thefts and the order of states; and all of it can be brought to an end', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 25 }), async (turns) => {
          await using opened = await open()
          const history = startHistory(opened.ledger)
          for (const turn of turns) {
            await Promise.all(turn.map((one) => history.take(one)))
            history.check(await history.payments())
          }
          await history.finish()
          const ended = await history.payments()
          history.check(ended)
          expect(ended.filter(({ state }) => ['claimed', 'ordered', 'served', 'settling', 'running'].includes(state))).toEqual([])
          const total = ended.reduce((sum, { amount }) => sum + amount, 0n)
          expect((await opened.ledger.totals()).reduce((sum, { amount }) => sum + amount, 0n)).toBe(total)
          expect(await opened.store.read(miscountedDays, undefined)).toEqual([])
        }),
        { numRuns: runsOf(25) },
      )
    })
  })
}
