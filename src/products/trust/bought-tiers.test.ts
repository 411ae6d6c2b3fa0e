import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blank, observationsOf, type Notes } from './observations.fixture.ts'
import { scoreTrust } from './score-trust.ts'
import { tiers, type Tier } from './trust-model.ts'

const scoreOf = (notes: Partial<Notes>) => scoreTrust(observationsOf({ ...blank, ...notes }))
const rank = (tier: Tier) => tiers.findIndex((one) => one.tier === tier)

/** Each can be had for money, within the hour but for waiting; each alone and with all the others. */
const wares: Readonly<Record<string, Partial<Notes>>> = {
  'a bond': { usdc: '1000000' },
  'a thousand transfers to itself, on every network': { transactions: { base: 1_000, ethereum: 1_000, polygon: 1_000 } },
  'an ENS name': { ensNameMatches: true },
  'payments to this service': { payments: { ended: 1_000, settled: 1_000 } },
  'an agent': { registered: true },
  'a ring of reviewers': { reviews: { count: 200, sum: 20_000 } },
  'a domain': { domainProven: true },
}
const everything = Object.assign({}, ...Object.values(wares)) as Partial<Notes>

/** Whatever money makes, and any amount of it. */
const bought: fc.Arbitrary<Partial<Notes>> = fc.record({
  usdc: fc.nat(10_000_000).map(String),
  transactions: fc.record({ base: fc.nat(1_000_000), ethereum: fc.nat(1_000_000), polygon: fc.nat(1_000_000) }),
  ensNameMatches: fc.boolean(),
  payments: fc.nat(100_000).map((count) => ({ ended: count, settled: count })),
  registered: fc.boolean(),
  reviews: fc.nat(200).map((count) => ({ count, sum: 100 * count })),
  domainProven: fc.boolean(),
})

function never(least: Tier, notes: fc.Arbitrary<Partial<Notes>>): void {
  fc.assert(
    fc.property(notes, (one) => {
      const { tier, heldBackBy } = scoreOf(one)
      expect(rank(tier)).toBeLessThan(rank(least))
      expect(heldBackBy).not.toEqual([])
    }),
    { numRuns: 2_000 },
  )
}
const mixed = (rest: Record<string, fc.Arbitrary<unknown>>) =>
  fc.tuple(bought, fc.record(rest)).map(([one, other]): Partial<Notes> => ({ ...one, ...other }))

describe('no money buys a tier', () => {
  test.each(Object.entries(wares))('%s alone: Open on the first day, and never more than Verified', (_, ware) => {
    expect(scoreOf(ware)).toMatchObject({ tier: 'Open', heldBackBy: ['known_for_a_week'] })
    expect(scoreOf({ ...ware, days: 89 }).tier).toBe('Verified')
    expect(scoreOf({ ...ware, days: 5_000 })).toMatchObject({ tier: 'Verified', heldBackBy: ['somebody_behind_it'] })
  })

  test('all of it together neither', () => {
    expect(scoreOf(everything)).toMatchObject({
      tier: 'Open',
      heldBackBy: ['known_for_a_week', 'known_for_a_quarter', 'somebody_behind_it'],
    })
    expect(scoreOf({ ...everything, days: 5_000 })).toMatchObject({ tier: 'Verified', heldBackBy: ['somebody_behind_it'] })
  })

  test('Verified within a week, whatever is bought, an agent with a file of its own too', () => {
    never('Verified', mixed({ days: fc.nat(6), fileNamesAgent: fc.boolean(), heldDays: fc.nat(6) }))
  })

  test('Trusted within a quarter, whatever is bought, an agent with all its past too', () => {
    never('Trusted', mixed({ days: fc.nat(89), fileNamesAgent: fc.boolean(), heldDays: fc.nat(5_000), operatorConfirmed: fc.boolean() }))
  })

  test('Trusted at any age with an agent that was made or bought less than a quarter ago', () => {
    never('Trusted', mixed({ days: fc.nat(5_000), fileNamesAgent: fc.boolean(), heldDays: fc.nat(89) }))
  })

  test("Trusted at any age with somebody else's registration file", () => {
    never('Trusted', mixed({ days: fc.nat(5_000), fileNamesAgent: fc.constant(false), heldDays: fc.nat(5_000) }))
  })

  test('Enterprise, however long it is waited', () => {
    never('Enterprise', mixed({ days: fc.nat(5_000), fileNamesAgent: fc.boolean(), heldDays: fc.nat(5_000) }))
  })

  test('though whoever waits a quarter with an agent of its own is Trusted: that is what the tier says', () => {
    expect(scoreOf({ ...everything, days: 90, fileNamesAgent: true, heldDays: 90 })).toMatchObject({
      tier: 'Trusted',
      heldBackBy: ['operator_confirmed'],
    })
  })
})
