import { expect, test } from 'vitest'
import { usd } from '../../../../src/shared/money.ts'
import { riskObservationsOf, type NotedTransfer, type RiskNotes } from './risk-observations.fixture.ts'
import { transferRecord } from '../../addresses/conduct/transfer-record.ts'
import { velocityOf } from './velocity.ts'

const paceOf = (notes: RiskNotes) => {
  const seen = riskObservationsOf(notes)
  return velocityOf(transferRecord(seen), seen.now)
}
const every = (hours: readonly number[]): NotedTransfer[] => hours.map((at) => [at, 'out', 'b1', '1'])

test('the windows count transfers in both directions, without those of nothing and those to itself', () => {
  const transfers: NotedTransfer[] = [
    [200, 'in', 'a1', '900'],
    [100, 'in', 'a1', '10'],
    [20, 'out', 'b1', '4'],
    [19, 'out', 'b1', '0'],
    [18, 'self', 'ee', '7'],
    [0.5, 'out', 'b2', '1'],
  ]
  const { windows, interArrivalCv } = paceOf({ transfers })
  expect(windows).toEqual({
    '1h': { transfers: 1, perHour: 1, usdcIn: 0n, usdcOut: usd('1'), counterparties: 1, complete: true },
    '24h': { transfers: 2, perHour: 0.083, usdcIn: 0n, usdcOut: usd('5'), counterparties: 2, complete: true },
    '7d': { transfers: 3, perHour: 0.018, usdcIn: usd('10'), usdcOut: usd('5'), counterparties: 3, complete: true },
  })
  expect(interArrivalCv).toBeNull()
})

test('a window is incomplete where a network is silent or was not read so far back', () => {
  expect(paceOf({ silent: ['polygon'] }).windows['1h'].complete).toBe(false)
  const { windows } = paceOf({ readDays: 2 })
  expect([windows['1h'].complete, windows['24h'].complete, windows['7d'].complete]).toEqual([true, true, false])
})

test('regular payments have no spread, irregular ones have one, and four payments are too few', () => {
  expect(paceOf({ transfers: every([10, 8, 6, 4, 2]) }).interArrivalCv).toBe(0)
  // Gaps of 1, 1, 1 and 97 hours: their mean is 25, and their deviation 41.57.
  expect(paceOf({ transfers: every([110, 109, 108, 107, 10]) }).interArrivalCv).toBe(1.663)
  expect(paceOf({ transfers: every([8, 6, 4, 2]) }).interArrivalCv).toBeNull()
})
