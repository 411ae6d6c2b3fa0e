import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreWallet } from './score-wallet.ts'
import { walletCaps } from './wallet-model.ts'
import { blankWallet, unobservedWallet, walletObservationsOf, type WalletNotes } from './wallet-notes.fixture.ts'

const score = (notes: Partial<WalletNotes>) => scoreWallet(walletObservationsOf({ ...blankWallet, ...notes }))
const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`n${index}`, '10']))
const best: Partial<WalletNotes> = {
  days: 400,
  transactions: { base: 5000, ethereum: 100, polygon: 10 },
  usdc: { base: '20000', ethereum: '0', polygon: '0' },
  gas: { base: 1, ethereum: 0, polygon: 0 },
  moved: { base: many, ethereum: {}, polygon: {} },
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constant('unknown' as const))
const onThree = <T>(value: fc.Arbitrary<T>) => fc.record({ base: maybe(value), ethereum: maybe(value), polygon: maybe(value) })
const anyNotes: fc.Arbitrary<WalletNotes> = fc.record({
  days: maybe(fc.option(fc.nat(2_000))),
  transactions: onThree(fc.nat(5_000)),
  signed: onThree(fc.nat(5_000)),
  onSanctionsList: maybe(fc.boolean()),
  blacklisted: onThree(fc.boolean()),
  usdc: onThree(fc.nat(1_000_000).map(String)),
  gas: onThree(fc.nat(10)),
  moved: onThree(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 1_000 }).map(String))),
  cutShort: fc.subarray(['base', 'ethereum', 'polygon']),
  mixers: fc.subarray(['a', 'b']),
  poisoning: maybe(fc.boolean()),
})

describe('the score of a wallet', () => {
  test('is nearly 100 for the best wallet, and the points for sanctions alone for a blank one', () => {
    expect(score(best).score).toBeGreaterThanOrEqual(99)
    expect(score({})).toMatchObject({ score: 20, blocked: false, sanctions: 'clean', observedShare: 1, mixer: false })
  })

  test('is 0 for a wallet that is listed or blacklisted anywhere, however good it is otherwise', () => {
    expect(score({ ...best, onSanctionsList: true })).toMatchObject({ score: 0, blocked: true, sanctions: 'listed' })
    expect(score({ ...best, blacklisted: { base: 'unknown', ethereum: true, polygon: false } })).toMatchObject({ score: 0, blocked: true })
  })

  test('is capped for a wallet younger than a week, and for one that dealt with a mixer', () => {
    expect(score({ ...best, days: 6 })).toMatchObject({ score: walletCaps.age, cappedBy: 'age' })
    expect(score({ ...best, days: 'unknown' })).toMatchObject({ score: walletCaps.age, cappedBy: 'age' })
    expect(score({ ...best, days: 7 }).cappedBy).toBeNull()
    expect(score({ ...best, mixers: ['n3'] })).toMatchObject({ score: walletCaps.mixer, cappedBy: 'mixer', mixer: true })
  })

  test('is capped for a wallet that deceives others, and nobody should deal with it', () => {
    const { score: total, cappedBy, recommendation } = score({ ...best, poisoning: true })
    expect([total, cappedBy, recommendation.action]).toEqual([walletCaps.fraud, 'fraud', 'do_not_deal'])
  })

  test('recommends nothing for a wallet that was never seen, or of which too little was read', () => {
    expect(score({})).toMatchObject({ sighting: 'never_seen', recommendation: { action: 'unknown' } })
    expect(scoreWallet(walletObservationsOf(unobservedWallet))).toMatchObject({
      sighting: 'unknown',
      recommendation: { action: 'unknown' },
    })
    expect(score(best).recommendation.action).toBe('go_ahead')
  })

  test('counts payments that the wallet only signed like transactions that it sent', () => {
    const { transactions, ...rest } = best
    expect(score({ ...rest, signed: transactions ?? {} }).score).toBe(score(best).score)
  })

  test('says that there was no mixer only if everything was seen', () => {
    expect(score({ moved: { base: {}, ethereum: 'unknown', polygon: {} } }).mixer).toBeNull()
    expect(score({ cutShort: ['base'] }).mixer).toBeNull()
    expect(score({ cutShort: ['base'], moved: { base: { a: '1' }, ethereum: {}, polygon: {} }, mixers: ['a'] }).mixer).toBe(true)
  })

  test('is no verdict where nothing was observed', () => {
    expect(scoreWallet(walletObservationsOf(unobservedWallet))).toMatchObject({
      score: 0,
      blocked: false,
      sanctions: 'unknown',
      observedShare: 0,
      mixer: null,
    })
  })

  test('counts what was read before a cut, with a smaller observed share', () => {
    const cut = score({ ...best, cutShort: ['base'] })
    expect(cut.score).toBe(score(best).score)
    expect(cut.observedShare).toBeLessThan(1)
    expect(cut.components.find(({ component }) => component === 'counterparties')!.parts[0]!.evidence).toContain('at least 60')
  })

  test('is from 0 to 100, with each part within its maximum', () => {
    fc.assert(
      fc.property(anyNotes, (notes) => {
        const { score: total, observedShare, components, blocked } = scoreWallet(walletObservationsOf(notes))
        expect(total).toBeGreaterThanOrEqual(0)
        expect(total).toBeLessThanOrEqual(100)
        expect(observedShare).toBeGreaterThanOrEqual(0)
        expect(observedShare).toBeLessThanOrEqual(1)
        if (blocked) expect(total).toBe(0)
        for (const { parts } of components) {
          for (const { points, max } of parts) {
            expect(points).toBeGreaterThanOrEqual(0)
            expect(points).toBeLessThanOrEqual(max)
          }
        }
      }),
    )
  })

  test('never rises, in score or observed share, when an observation is missing', () => {
    const hideable = ['days', 'onSanctionsList'] as const
    fc.assert(
      fc.property(anyNotes, fc.constantFrom(...hideable), (notes, member) => {
        fc.pre(notes[member] !== true)
        const seen = scoreWallet(walletObservationsOf(notes))
        const hidden = scoreWallet(walletObservationsOf({ ...notes, [member]: 'unknown' }))
        expect(hidden.score).toBeLessThanOrEqual(seen.score)
        expect(hidden.observedShare).toBeLessThanOrEqual(seen.observedShare)
      }),
    )
  })
})
