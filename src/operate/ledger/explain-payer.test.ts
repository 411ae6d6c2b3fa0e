import { expect, test } from 'vitest'
import { joinViews, type ServiceView, type Told } from './explain-payer.ts'

const told = (code: string, times: number, lastAt: number): Told => ({
  code,
  said: `${code} at ${lastAt}`,
  fix: '',
  offer: 'one',
  times,
  lastAt,
})
const view = (...tolds: Told[]): ServiceView => ({
  refusesSanctioned: false,
  screening: [],
  held: [],
  admitted: true,
  limits: { unchargedRunsPerHour: 1, unsettledPayments: 1, maxUnsettledPayments: 1, freeCallsPerDay: 1 },
  told: tolds,
})

test('what several workers told a wallet is one list, the newest first, each reason once with all its times', () => {
  const joined = joinViews([view(told('a', 2, 10), told('b', 1, 5)), view(told('b', 3, 20))])
  expect(joined?.told).toEqual([told('b', 4, 20), told('a', 2, 10)])
})

test('without a service there is no view', () => expect(joinViews([])).toBeNull())
