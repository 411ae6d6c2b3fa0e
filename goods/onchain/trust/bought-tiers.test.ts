import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blank, observationsOf, type Notes } from './observations.fixture.ts'
import { scoreTrust } from './score-trust.ts'
import { tiers, type Tier } from './trust-model.ts'
import { runsOf } from '../../../test/support/runs.ts'

const scoreOf = (notes: Partial<Notes>) => scoreTrust(observationsOf({ ...blank, ...notes }))
const rank = (tier: Tier) => tiers.findIndex((one) => one.tier === tier)

/** Each can be bought, within an hour except for waiting. They are tried one by one and all together. */
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

/** Any mix of what money can buy, in any amount. */
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
    { numRuns: runsOf(2_000) },
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

  test('all purchases together buy no tier either', () => {
    expect(scoreOf(everything)).toMatchObject({
      tier: 'Open',
      heldBackBy: ['known_for_a_week', 'known_for_a_quarter', 'somebody_behind_it'],
    })
    expect(scoreOf({ ...everything, days: 5_000 })).toMatchObject({ tier: 'Verified', heldBackBy: ['somebody_behind_it'] })
  })

  test('no purchase gives Verified within a week, not even an agent with its own file', () => {
    never('Verified', mixed({ days: fc.nat(6), fileNamesAgent: fc.boolean(), heldDays: fc.nat(6) }))
  })

  test('no purchase gives Trusted within a quarter, not even an agent with its past', () => {
    never('Trusted', mixed({ days: fc.nat(89), fileNamesAgent: fc.boolean(), heldDays: fc.nat(5_000), operatorConfirmed: fc.boolean() }))
  })

  test('an agent made or bought less than a quarter ago never gives Trusted', () => {
    never('Trusted', mixed({ days: fc.nat(5_000), fileNamesAgent: fc.boolean(), heldDays: fc.nat(89) }))
  })

  test("somebody else's registration file never gives Trusted", () => {
    never('Trusted', mixed({ days: fc.nat(5_000), fileNamesAgent: fc.constant(false), heldDays: fc.nat(5_000) }))
  })

  test('waiting never gives Enterprise', () => {
    never('Enterprise', mixed({ days: fc.nat(5_000), fileNamesAgent: fc.boolean(), heldDays: fc.nat(5_000) }))
  })

  test('a quarter with an agent of its own gives Trusted, as the tier says', () => {
    expect(scoreOf({ ...everything, days: 90, fileNamesAgent: true, heldDays: 90 })).toMatchObject({
      tier: 'Trusted',
      heldBackBy: ['operator_confirmed'],
    })
  })
})
