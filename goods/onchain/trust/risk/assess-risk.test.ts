import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assessRisk, type Risk } from './assess-risk.ts'
import type { SignalName } from './risk-model.ts'
import { riskObservationsOf, type NotedTransfer, type RiskNotes } from './risk-observations.fixture.ts'

const old = { firstSentDaysAgo: 500 } as const
const assess = (notes: RiskNotes) => assessRisk(riskObservationsOf(notes))
const stateOf = (signal: SignalName, notes: RiskNotes) => {
  const { state, reason } = assess(notes).signals.find((one) => one.signal === signal)!
  return state === 'unknown' ? `unknown: ${reason}` : state
}
const times = (count: number, make: (index: number) => NotedTransfer) => Array.from({ length: count }, (_, index) => make(index))
const payments = (count: number, hoursAgo = 2): NotedTransfer[] =>
  times(count, (index) => [hoursAgo - index / 1_000, 'out', `b${index}`, '1'])

describe('each signal begins at its threshold', () => {
  const cases: readonly (readonly [signal: SignalName, state: string, what: string, notes: RiskNotes])[] = [
    ['fan_out', 'not_found', 'fifty new ones', { ...old, transfers: payments(50) }],
    ['fan_out', 'found', 'fifty-one new ones', { ...old, transfers: payments(51) }],
    ['fan_out', 'not_found', 'sixty whom it paid before', { ...old, transfers: [...payments(60, 100), ...payments(60)] }],
    ['fan_out', 'not_found', 'sixty, yesterday', { ...old, transfers: payments(60, 30) }],
    ['burst', 'not_found', 'nineteen payments', { ...old, transfers: payments(19) }],
    ['burst', 'found', 'twenty after nothing', { ...old, transfers: payments(20) }],
    ['burst', 'not_found', 'what is usual', { ...old, transfers: [...payments(60, 100), ...payments(20)] }],
    ['burst', 'found', 'far more than usual', { ...old, transfers: [...payments(60, 100), ...payments(21)] }],
    ['burst', 'not_found', 'what others sent', { ...old, transfers: times(50, (index) => [2, 'in', `a${index}`, '1']) }],
    ['burst', 'not_found', 'what it sent to itself', { ...old, transfers: times(50, () => [2, 'self', 'ee', '1']) }],
    ['drain', 'not_found', 'twice', { ...old, transfers: hauls(2) }],
    ['drain', 'found', 'three times', { ...old, transfers: hauls(3) }],
    ['drain', 'not_found', 'after eleven minutes', { ...old, transfers: hauls(3, { minutes: 11 }) }],
    ['drain', 'not_found', 'not nearly all', { ...old, transfers: hauls(3, { out: '95' }) }],
    ['drain', 'not_found', 'of less than a dollar', { ...old, transfers: hauls(9, { in: '0.99', out: '0.99' }) }],
    [
      'drain',
      'not_found',
      'one payment for three that came in',
      { ...old, transfers: [...times(3, (index): NotedTransfer => [3, 'in', `a${index}`, '100']), [2.95, 'out', 'b1', '100']] },
    ],
    [
      'drain',
      'not_found',
      'what had gone before',
      {
        ...old,
        transfers: times(6, (index) => [9, index % 2 === 0 ? 'out' : 'in', `a${index}`, index === 0 || index === 5 ? '1000' : '10']),
      },
    ],
    [
      'single_funder',
      'not_found',
      'nine tenths',
      {
        ...old,
        transfers: [
          [90, 'in', 'a1', '90'],
          [80, 'in', 'a2', '10'],
        ],
      },
    ],
    [
      'single_funder',
      'found',
      'more than that',
      {
        ...old,
        transfers: [
          [90, 'in', 'a1', '90.01'],
          [80, 'in', 'a2', '10'],
        ],
      },
    ],
    ['single_funder', 'not_found', 'what was minted', { ...old, transfers: [[90, 'in', '', '90']] }],
    ['burst', 'not_found', 'calls of this service', { ...old, transfers: times(60, () => [2, 'out', 'fee', '0.0075']), payTo: 'fee' }],
    ['burst', 'found', 'as many calls of somebody else', { ...old, transfers: times(60, () => [2, 'out', 'fee', '0.0075']) }],
    ['drain', 'not_found', 'money that came in for calls of this service', { ...old, transfers: hauls(3, { to: 'fee' }), payTo: 'fee' }],
    ['address_poisoning', 'found', 'dust to the clients of another', { ...old, poisoning: true }],
    ['unsellable_token', 'found', 'a honeypot of its own', { ...old, unsellableToken: true }],
    ['circular_transfers', 'found', 'a thousand payments to itself', { ...old, circles: true }],
    ['address_poisoning', 'not_found', 'no dust', old],
    ['failed_payments', 'not_found', 'four of four', { ...old, payments: { ended: 4, settled: 0 } }],
    ['failed_payments', 'not_found', 'a fifth', { ...old, payments: { ended: 10, settled: 8 } }],
    ['failed_payments', 'found', 'more than a fifth', { ...old, payments: { ended: 9, settled: 7 } }],
    ['first_seen_today', 'unknown: never_seen', 'nothing at all', {}],
    ['burst', 'unknown: never_seen', 'nothing at all', {}],
    ['sanctioned', 'not_found', 'nothing at all', {}],
    ['first_seen_today', 'found', 'hours', { transfers: [[23, 'in', 'a1', '1']] }],
    ['first_seen_today', 'not_found', 'a day', { transfers: [[24, 'in', 'a1', '1']] }],
    ['first_seen_this_week', 'found', 'a day', { transfers: [[24, 'in', 'a1', '1']] }],
    ['first_seen_this_week', 'not_found', 'hours', { transfers: [[23, 'in', 'a1', '1']] }],
    ['first_seen_this_week', 'not_found', 'a week', { transfers: [[168, 'in', 'a1', '1']] }],
    ['first_seen_this_week', 'not_found', 'a transaction long ago', { ...old, transfers: [[24, 'in', 'a1', '1']] }],
    [
      'first_seen_today',
      'found',
      'only a transfer of nothing that is older',
      {
        transfers: [
          [90, 'out', 'b1', '0'],
          [2, 'in', 'a1', '1'],
        ],
      },
    ],
    ['usdc_blacklisted', 'found', 'by the issuer', { ...old, blacklisted: true }],
  ]
  test.each(cases)('%s is %s: %s', (signal, state, _, notes) => {
    expect(stateOf(signal, notes)).toBe(state)
  })

  function hauls(count: number, wish: { minutes?: number; in?: string; out?: string; to?: string } = {}): NotedTransfer[] {
    const { minutes = 9, in: got = '100', out = '95.01' } = wish
    return Array.from({ length: count }, (_, index): NotedTransfer[] => [
      [100 - 10 * index, 'in', `a${index}`, got],
      [100 - 10 * index - minutes / 60, 'out', wish.to ?? `b${index}`, out],
    ]).flat()
  }
})

describe('what was not read is unknown', () => {
  test.each([
    ['drain', 6, 'unknown: history_too_short'],
    ['drain', 7, 'not_found'],
    ['single_funder', 6, 'unknown: history_too_short'],
    ['burst', 0.5, 'unknown: history_too_short'],
    ['burst', 1, 'not_found'],
    ['fan_out', 0.5, 'unknown: history_too_short'],
    ['first_seen_today', 0.5, 'unknown: history_too_short'],
    ['first_seen_today', 1, 'found'],
  ] as const)('%s, of %f days', (signal, readDays, state) => {
    expect(stateOf(signal, { readDays, payments: { ended: 1, settled: 1 } })).toBe(state)
  })

  test('bursts and fan-outs are unknown where the usual activity is unknown', () => {
    const notes = { ...old, transfers: payments(60), readDays: 3 }
    expect([stateOf('burst', notes), stateOf('fan_out', notes)]).toEqual(['unknown: history_too_short', 'unknown: history_too_short'])
  })

  test('a silent network makes signals unknown, but not the age of an old address', () => {
    const notes = { ...old, silent: ['polygon'] }
    expect(stateOf('drain', notes)).toBe('unknown: network_down')
    expect(stateOf('usdc_blacklisted', notes)).toBe('unknown: network_down')
    expect(stateOf('first_seen_today', notes)).toBe('not_found')
    expect(stateOf('first_seen_today', { silent: ['polygon'] })).toBe('unknown: network_down')
  })
})

describe('a risk is called low only where that is known', () => {
  test('not of an address that was never seen', () => {
    expect(assess({})).toMatchObject({ level: 'unknown', score: null, observedShare: 0.14 })
  })

  test('not while a network is silent, but a risk that was found stays found', () => {
    expect(assess({ ...old, silent: ['polygon'] })).toMatchObject({ level: 'unknown', score: null })
    expect(assess({ ...old, silent: ['polygon'], onSanctionsList: true })).toMatchObject({ level: 'critical', score: 100 })
  })

  test('of an old address of which everything was read', () => {
    expect(assess({ ...old, transfers: payments(3) })).toMatchObject({ level: 'low', score: 0, observedShare: 1 })
  })
})

const pointsOf = ({ signals }: Pick<Risk, 'signals'>) => signals.reduce((total, { points }) => total + points, 0)
const transfer = fc.tuple(
  fc.double({ min: 0, max: 400, noNaN: true }),
  fc.constantFrom('in' as const, 'out' as const, 'self' as const),
  fc.constantFrom('a1', 'a2', 'b1', `abcd${'1'.repeat(32)}9876`, `abcd${'2'.repeat(32)}9876`, ''),
  fc.constantFrom('0', '0.01', '1', '100', '5000'),
)
const inTime = (transfers: readonly NotedTransfer[]) => transfers.toSorted(([one], [other]) => other - one)
const anybody = fc.record<RiskNotes>({
  firstSentDaysAgo: fc.constantFrom(null, 0, 3, 100),
  transfers: fc.oneof(
    fc.array(transfer, { maxLength: 30 }).map(inTime),
    fc.integer({ min: 0, max: 80 }).map((count) => payments(count)),
  ),
  mixer: fc.constantFrom([], [[5, 'in', 'd9', '100']] as NotedTransfer[]),
  onSanctionsList: fc.boolean(),
  blacklisted: fc.boolean(),
  payments: fc.constantFrom({ ended: 0, settled: 0 }, { ended: 10, settled: 2 }),
  readDays: fc.constantFrom(undefined as never, 30, 8),
})

test('a missing observation never raises the score or the observed share', () => {
  fc.assert(
    fc.property(anybody, fc.subarray(['base', 'ethereum', 'polygon'], { minLength: 1 }), (notes, silent) => {
      const [seen, less] = [assess(notes), assess({ ...notes, silent })]
      expect(pointsOf(less)).toBeLessThanOrEqual(pointsOf(seen))
      expect(less.observedShare).toBeLessThanOrEqual(seen.observedShare)
      if (less.level === 'low') expect(seen.level).toBe('low')
    }),
  )
})

test('what outsiders can do to an address does not raise its score', () => {
  const forged = fc.array(
    fc.tuple(
      fc.double({ min: 0, max: 400, noNaN: true }),
      fc.constantFrom('in' as const, 'out' as const),
      fc.constantFrom('c1', `abcd${'3'.repeat(32)}9876`),
      fc.constant('0'),
    ),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(anybody, forged, (notes, nothing) => {
      const before = assess(notes)
      const after = assess({ ...notes, transfers: inTime([...(notes.transfers ?? []), ...nothing]) })
      expect(pointsOf(after)).toBe(pointsOf(before))
      expect(after.level).toBe(before.level)
    }),
  )
})

test('the score is the sum of the points, a hundred at most, and its level follows from it', () => {
  fc.assert(
    fc.property(anybody, (notes) => {
      const { score, level, signals } = assess(notes)
      const sum = Math.min(100, pointsOf({ signals }))
      if (level === 'unknown') expect([score, sum < 25]).toEqual([null, true])
      else expect([score, level]).toEqual([sum, sum < 25 ? 'low' : sum < 50 ? 'medium' : sum < 75 ? 'high' : 'critical'])
      for (const { state, points, max, evidence } of signals) {
        expect(points).toBe(state === 'found' ? max : 0)
        expect(evidence.length).toBeLessThanOrEqual(3)
        if (state !== 'found') expect(evidence).toEqual([])
      }
    }),
  )
})
