import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blank, nothingObserved, observationsOf, type Notes } from './observations.fixture.ts'
import { scoreTrust, type TrustScore } from './score-trust.ts'
import { tiers, type Tier } from './trust-model.ts'
import { runsOf } from '../../../test/support/runs.ts'

const scoreOf = (notes: Notes) => scoreTrust(observationsOf(notes))
const rank = (tier: Tier) => tiers.findIndex((one) => one.tier === tier)

const often = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: fc.constant('unknown' as const) })
const count = fc.oneof(fc.nat(20), fc.nat(2_000), fc.nat(1_000_000))
const perNetwork = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.record({ base: often(arbitrary), ethereum: often(arbitrary), polygon: often(arbitrary) })
const reviews = fc.nat(200).chain((n) => fc.record({ count: fc.constant(n), sum: fc.nat(n * 100) }))
const payments = fc.nat(500).chain((ended) => fc.record({ ended: fc.constant(ended), settled: fc.nat(ended) }))
const rarely = fc.integer({ min: 0, max: 11 }).map((number) => number === 0)

/** Any address: known or not, good or bad. */
const anybody: fc.Arbitrary<Notes> = fc.record({
  days: often(fc.oneof(fc.constant(null), fc.nat(10), fc.nat(120), fc.nat(4_000))),
  transactions: perNetwork(count),
  signed: perNetwork(count),
  onSanctionsList: often(rarely),
  blacklisted: perNetwork(rarely),
  registered: often(fc.boolean()),
  fileNamesAgent: often(fc.boolean()),
  heldDays: often(fc.oneof(fc.nat(10), fc.nat(120), fc.nat(4_000))),
  domainProven: often(fc.boolean()),
  reviews: often(reviews),
  operatorConfirmed: often(fc.boolean()),
  ensNameMatches: often(fc.boolean()),
  payments: often(payments),
  usdc: often(fc.oneof(fc.nat(2_000), fc.nat(1_000_000)).map(String)),
  mixer: often(rarely),
  poisoning: often(rarely),
  circles: often(rarely),
  unsellableToken: often(rarely),
  moved: perNetwork(fc.boolean()),
})

/** What can be unknown: members, and single networks of members. */
type Place = readonly [member: string, network?: string]
const places = Object.entries(blank).flatMap(([member, value]): Place[] =>
  ['transactions', 'signed', 'moved', 'blacklisted'].includes(member)
    ? Object.keys(value as object).map((network) => [member, network])
    : [[member]],
)
function without(notes: Notes, [member, network]: Place): Notes {
  if (network === undefined) return { ...notes, [member]: 'unknown' }
  return { ...notes, [member]: { ...(notes[member as keyof Notes] as object), [network]: 'unknown' } }
}
const isBad = (notes: Notes, [member, network]: Place): boolean => {
  const value = notes[member as keyof Notes]
  const one = network === undefined ? value : (value as Record<string, unknown>)[network]
  return ['onSanctionsList', 'blacklisted', 'mixer', 'poisoning', 'circles', 'unsellableToken'].includes(member) && one === true
}

function hold<Parts extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof Parts]: fc.Arbitrary<Parts[K]> },
  check: (...parts: Parts) => void,
  runs = runsOf(2_000),
) {
  fc.assert(fc.property<Parts>(...arbitraries, check), { numRuns: runs })
}

const notBetter = (one: TrustScore, other: TrustScore) => {
  expect(one.score).toBeLessThanOrEqual(other.score)
  expect(rank(one.tier)).toBeLessThanOrEqual(rank(other.tier))
}

test('a score is a whole number from 0 to 100, and each part is within its maximum', () => {
  hold([anybody], (notes) => {
    const { score, observedShare, components } = scoreOf(notes)
    expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
    expect(observedShare >= 0 && observedShare <= 1).toBe(true)
    for (const { points, max, parts } of components) {
      expect(points >= 0 && points <= max).toBe(true)
      for (const part of parts) expect(part.points >= 0 && part.points <= part.max && part.evidence !== '').toBe(true)
    }
  })
})

describe('an unknown observation', () => {
  test('never raises score, tier or observedShare, unless the known value would have blocked or capped', () => {
    hold([anybody, fc.constantFrom(...places)], (notes, place) => {
      fc.pre(!isBad(notes, place))
      const [less, more] = [scoreOf(without(notes, place)), scoreOf(notes)]
      notBetter(less, more)
      expect(less.observedShare).toBeLessThanOrEqual(more.observedShare)
    })
  })

  test('never gives more than the best possible value would', () => {
    const best = { onSanctionsList: false, mixer: false }
    hold([anybody], (notes) => {
      notBetter(scoreOf({ ...notes, onSanctionsList: 'unknown', mixer: 'unknown' }), scoreOf({ ...notes, ...best }))
    })
  })

  test('never counts as clean', () => {
    hold([anybody], (notes) => {
      const { sanctions } = scoreOf(notes)
      const checks = [notes.onSanctionsList, ...Object.values(notes.blacklisted)]
      expect(sanctions).toBe(checks.includes(true) ? 'listed' : checks.includes('unknown') ? 'unknown' : 'clean')
    })
    expect(scoreTrust({ ...observationsOf(blank), sanctions: { ...observationsOf(blank).sanctions, blacklist: {} } }).sanctions).toBe(
      'unknown',
    )
  })

  test('gives its reason and no points', () => {
    const { components, observedShare, score } = scoreOf(nothingObserved)
    expect([score, observedShare]).toEqual([0, 0])
    for (const { parts } of components)
      for (const part of parts) expect(part).toMatchObject({ points: 0, observed: 0, evidence: 'unknown: not_seen', seenBy: [] })
  })
})

test('observedShare is the share of the components that were observed', () => {
  hold([anybody], (notes) => {
    const share = (...values: unknown[]) => values.filter((value) => value !== 'unknown').length / values.length
    const by = (weights: readonly (readonly [number, number])[]) =>
      weights.reduce((sum, [weight, part]) => sum + weight * part, 0) / weights.reduce((sum, [weight]) => sum + weight, 0)
    const expected =
      (share(notes.days) +
        share(...Object.values(notes.transactions)) +
        by([
          [12, share(notes.onSanctionsList)],
          [8, share(...Object.values(notes.blacklisted))],
        ]) +
        by([
          [10, share(notes.registered)],
          [4, share(notes.fileNamesAgent)],
          [3, share(notes.domainProven)],
          [3, share(notes.reviews)],
        ]) +
        by([
          [10, share(notes.operatorConfirmed)],
          [5, share(notes.ensNameMatches)],
          [5, share(notes.domainProven)],
        ]) +
        share(notes.payments) +
        share(notes.usdc)) /
      7
    const { observedShare } = scoreOf(notes)
    expect(Math.abs(observedShare - expected)).toBeLessThanOrEqual(0.0101)
    expect(observedShare <= expected + 1e-6).toBe(true)
    expect(observedShare === 1).toBe(expected > 1 - 1e-9)
  })
})

describe('better observations', () => {
  type Change = readonly [name: string, better: (notes: Notes, by: number) => Notes]
  const known = <T>(value: T | 'unknown' | null, otherwise: T): T => (value === 'unknown' || value === null ? otherwise : value)
  const changes: readonly Change[] = [
    ['days', (notes, by) => ({ ...notes, days: known(notes.days, 0) + by })],
    [
      'transactions on a network',
      (notes, by) => {
        const all = notes.transactions as Record<string, number | 'unknown'>
        return { ...notes, transactions: { ...all, base: known(all['base']!, 0) + by } }
      },
    ],
    ['an agent of its own', (notes) => ({ ...notes, registered: true })],
    ['a file that names it', (notes) => ({ ...notes, fileNamesAgent: true })],
    ['days with an agent of its own', (notes, by) => ({ ...notes, heldDays: known(notes.heldDays, 0) + by })],
    ['a domain that names it', (notes) => ({ ...notes, domainProven: true })],
    ['a confirmed operator', (notes) => ({ ...notes, operatorConfirmed: true })],
    ['an ENS name', (notes) => ({ ...notes, ensNameMatches: true })],
    ['a bond', (notes, by) => ({ ...notes, usdc: String(Number(known(notes.usdc, '0')) + by) })],
    [
      'payments that settled',
      (notes, by) => {
        const { ended, settled } = known(notes.payments, { ended: 0, settled: 0 })
        return { ...notes, payments: { ended: ended + by, settled: settled + by } }
      },
    ],
    [
      'best reviews',
      (notes, by) => {
        const { count, sum } = known(notes.reviews, { count: 0, sum: 0 })
        return { ...notes, reviews: { count: count + by, sum: sum + 100 * by } }
      },
    ],
    ['a clean bill of the lists', (notes) => ({ ...notes, onSanctionsList: false })],
  ]
  test.each(changes)('never lower score, tier or observedShare: %s', (_, better) => {
    hold([anybody, fc.nat(3_000)], (notes, by) => {
      const [before, after] = [scoreOf(notes), scoreOf(better(notes, by))]
      notBetter(before, after)
      expect(before.observedShare).toBeLessThanOrEqual(after.observedShare)
    })
  })

  test('worse observations never raise them: failed payments, reviews of 0', () => {
    hold([anybody, fc.nat(50)], (notes, by) => {
      const payments = known(notes.payments, { ended: 0, settled: 0 })
      const reviews = known(notes.reviews, { count: 0, sum: 0 })
      const before = scoreOf({ ...notes, payments, reviews })
      notBetter(scoreOf({ ...notes, reviews, payments: { ...payments, ended: payments.ended + by } }), before)
      notBetter(scoreOf({ ...notes, payments, reviews: { ...reviews, count: reviews.count + by } }), before)
    })
  })
})

describe('a tier', () => {
  test('is never given without its points and its gates', () => {
    const reached = new Set<Tier>()
    hold(
      [anybody],
      (notes) => {
        const { tier, score, sanctions } = scoreOf(notes)
        reached.add(tier)
        const days = notes.days === 'unknown' || notes.days === null ? -1 : notes.days
        const held = notes.registered === true && notes.fileNamesAgent === true && notes.heldDays !== 'unknown' ? notes.heldDays : -1
        if (tier !== 'Open') expect(score >= 20 && (days >= 7 || held >= 7)).toBe(true)
        if (tier === 'Trusted' || tier === 'Enterprise')
          expect(score >= 50 && days >= 90 && sanctions === 'clean' && (held >= 90 || notes.operatorConfirmed === true)).toBe(true)
        if (tier === 'Enterprise') expect(score >= 80 && notes.operatorConfirmed === true).toBe(true)
      },
      2_000,
    )
    expect(reached.size).toBe(4)
  })

  test('is given for its points, or the unmet gates are named together with those of the next tier', () => {
    hold([anybody], (notes) => {
      const { tier, score, heldBackBy, blocked, gates } = scoreOf(notes)
      const byPoints = tiers.findLast(({ from }) => score >= from)!.tier
      if (blocked) {
        expect([tier, heldBackBy]).toEqual(['Open', []])
        return
      }
      const wanted = Math.max(rank(byPoints), rank(tier) + 1)
      expect(heldBackBy).toEqual(gates.filter((one) => !one.met && rank(one.tier) <= wanted).map(({ gate }) => gate))
      if (byPoints !== tier) expect(heldBackBy.length).toBeGreaterThan(0)
    })
  })
})

test('a file counts only for a registered agent, and a domain only for an agent with its own file', () => {
  const points = (notes: Partial<Notes>) => {
    const { components } = scoreOf({ ...blank, reviews: { count: 5, sum: 500 }, ...notes })
    return components.flatMap(({ component, points }) => (component === 'identity' || component === 'operator' ? [points] : []))
  }
  expect(points({ fileNamesAgent: true, domainProven: true })).toEqual([0, 0])
  expect(points({ registered: true, domainProven: true })).toEqual([12.25, 0])
  expect(points({ registered: true, fileNamesAgent: true })).toEqual([16.25, 0])
  expect(points({ registered: true, fileNamesAgent: true, domainProven: true })).toEqual([19.25, 5])
})

test('a sanctioned or blacklisted address is blocked, whatever else is known', () => {
  hold([anybody, fc.constantFrom('onSanctionsList', 'base', 'ethereum', 'polygon')], (notes, where) => {
    const listed =
      where === 'onSanctionsList'
        ? { ...notes, onSanctionsList: true }
        : { ...notes, blacklisted: { ...(notes.blacklisted as object), [where]: true } }
    const result = scoreOf(listed)
    expect(result).toMatchObject({ score: 0, tier: 'Open', blocked: true, sanctions: 'listed', limits: { perTransaction: 0n, perDay: 0n } })
  })
  const oracle = { base: { state: 'observed', value: true, source: 'oracle', observedAt: 0 } } as const
  const seen = observationsOf(blank)
  const { score, blocked, components } = scoreTrust({ ...seen, sanctions: { ...seen.sanctions, oracle } })
  expect([score, blocked, components.find(({ component }) => component === 'sanctions')?.points]).toEqual([0, true, 12])
})

test('an address that dealt with a mixer is capped at 35', () => {
  hold([anybody], (notes) => {
    const { score, cappedBy } = scoreOf({ ...notes, mixer: true })
    expect(score).toBeLessThanOrEqual(35)
    if (cappedBy !== null) expect([cappedBy, score]).toEqual(cappedBy === 'fraud' ? ['fraud', 15] : ['mixer', 35])
  })
})

test.each(['poisoning', 'circles', 'unsellableToken'] as const)('an address with a sign of fraud (%s) is capped at 15 and Open', (sign) => {
  hold([anybody], (notes) => {
    const { score, tier, limits, recommendation } = scoreOf({ ...notes, [sign]: true })
    expect(score).toBeLessThanOrEqual(15)
    expect([tier, limits.perTransaction, recommendation.action]).toEqual(['Open', 0n, 'do_not_deal'])
  })
})

describe('a payer that only signs, and whose payments others send,', () => {
  test('is as active as one that sends its own transactions', () => {
    const pointsOf = (notes: Partial<Notes>) =>
      scoreOf({ ...blank, days: 40, ...notes }).components.find(({ component }) => component === 'activity')
    const sent = pointsOf({ transactions: { base: 50, ethereum: 3, polygon: 0 } })
    const signed = pointsOf({ signed: { base: 50, ethereum: 3, polygon: 0 } })
    expect(signed?.points).toBe(sent?.points)
    expect(signed?.parts[0]?.evidence).toBe('0 transactions sent, and 53 payments signed that others sent')
    expect(signed?.parts[1]?.evidence).toBe('active on 2 of 3 networks')
  })

  test('is Verified after a week, like any other', () => {
    expect(scoreOf({ ...blank, days: 7, signed: { base: 30, ethereum: 0, polygon: 0 } }).tier).toBe('Verified')
  })
})

describe('an address that was never seen', () => {
  test('is unknown, and its age says so', () => {
    const { sighting, recommendation, components } = scoreOf(blank)
    expect([sighting, recommendation.action]).toEqual(['never_seen', 'unknown'])
    expect(components[0]?.parts[0]?.evidence).toBe('never seen to send a transaction or to sign a payment')
  })

  test.each([
    ['a transaction', { transactions: { base: 1, ethereum: 0, polygon: 0 } }],
    ['a signed payment', { signed: { base: 1, ethereum: 0, polygon: 0 } }],
    ['a balance', { usdc: '1' }],
    ['a transfer', { moved: { base: true, ethereum: false, polygon: false } }],
    ['an agent', { registered: true }],
    ['a payment to this service', { payments: { ended: 1, settled: 1 } }],
  ] satisfies [string, Partial<Notes>][])('is seen as soon as it leaves a trace: %s', (_, notes) => {
    expect(scoreOf({ ...blank, ...notes }).sighting).toBe('seen')
  })

  test('may have been seen where a network did not answer', () => {
    const silent = scoreOf({ ...blank, transactions: { base: 0, ethereum: 0, polygon: 'unknown' } })
    expect([silent.sighting, silent.recommendation.action]).toEqual(['unknown', 'unknown'])
  })
})

test.each([
  [0, 'first active today'],
  [1, 'first active 1 day ago'],
  [2, 'first active 2 days ago'],
] as const)('an age of %i days is "%s"', (days, evidence) => {
  expect(scoreOf({ ...blank, days }).components[0]?.parts[0]?.evidence).toBe(evidence)
})

test('every observed part names its sources and their time', () => {
  const seen = observationsOf({ ...blank, days: 12 })
  const at = (network: string, value: number) => ({ state: 'observed', value, source: network, observedAt: 5 }) as const
  const { components } = scoreTrust({
    ...seen,
    age: { state: 'observed', value: { days: 12, atLeast: true }, source: 'base', observedAt: 7 },
    transactions: { 'eip155:8453': at('base', 3), 'eip155:1': { state: 'unknown', reason: 'network_down' } },
  })
  expect(components[0]).toMatchObject({
    component: 'age',
    observed: 1,
    parts: [{ evidence: 'first active 12 days ago or earlier', seenBy: [{ source: 'base', observedAt: 7 }] }],
  })
  expect(components[1]).toMatchObject({
    component: 'activity',
    observed: 0.5,
    parts: [
      { evidence: '3 transactions sent; 1 of 2 did not answer', seenBy: [{ source: 'base', observedAt: 5 }] },
      { evidence: 'active on 1 of 2 networks; 1 of 2 did not answer' },
    ],
  })
})
