import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, recommendationOf, type VerdictFacts } from './verdict.ts'

const sound: VerdictFacts = {
  format: 'right',
  vat: 'registered',
  register: 'active',
  lei: 'active',
  name: 'same',
  address: 'same',
  namesAgree: true,
  nameKnown: true,
  nameSaysTrouble: false,
  screening: 'clear',
  parents: 'clear',
}
const verdictOf = (facts: Partial<VerdictFacts>) => judge({ ...sound, ...facts })

test('a company on which all sources agree is verified, and may be paid', () => {
  expect(verdictOf({})).toEqual({ verdict: 'verified', advice: 'pay', reasons: [] })
})

test('a company without an LEI, in a country without an open register, is verified when VIES gives its name', () => {
  expect(verdictOf({ lei: 'not_found', register: 'not_supported', namesAgree: null }).verdict).toBe('verified')
})

test.each<[string, Partial<VerdictFacts>, string, string]>([
  ['wrong check digits', { format: 'wrong_checksum' }, 'invalid', 'do_not_pay'],
  ['a number that VIES calls invalid', { vat: 'not_registered' }, 'invalid', 'do_not_pay'],
  ['a company that has ended, though VIES still has it', { register: 'ceased' }, 'mismatch', 'do_not_pay'],
  ['another name', { name: 'different' }, 'mismatch', 'do_not_pay'],
  ['another address', { address: 'different' }, 'mismatch', 'do_not_pay'],
  ['a similar name', { name: 'similar' }, 'verified_partial', 'ask'],
  ['VIES down, register up', { vat: 'unavailable' }, 'verified_partial', 'ask'],
  ['VIES and register down, LEI found', { vat: 'unavailable', register: 'unavailable' }, 'verified_partial', 'ask'],
  ['everything down', { vat: 'unavailable', register: 'unavailable', lei: 'unavailable' }, 'inconclusive', 'try_again'],
  ['VIES down, and no register', { vat: 'unavailable', register: 'not_supported', lei: 'not_found' }, 'inconclusive', 'try_again'],
  [
    'a number that is in no register and not in VIES',
    { vat: 'not_supported', register: 'not_found', lei: 'not_found' },
    'not_found',
    'do_not_pay',
  ],
  ['GLEIF down', { lei: 'unavailable' }, 'verified_partial', 'ask'],
  ['a listed name', { screening: 'match' }, 'verified_partial', 'do_not_pay'],
  ['a listed parent', { parents: 'match' }, 'verified_partial', 'do_not_pay'],
  ['lists that are not fresh', { screening: 'unavailable' }, 'verified_partial', 'ask'],
  ['a company in liquidation', { register: 'troubled' }, 'verified', 'ask'],
  ['a company whose name says that it is in liquidation', { nameSaysTrouble: true }, 'verified', 'ask'],
  ['a number that VIES lacks, of a country with numbers for domestic trade', { vat: 'not_in_vies' }, 'verified_partial', 'ask'],
  [
    'such a number of a company that no other source knows',
    { vat: 'not_in_vies', register: 'not_supported', lei: 'not_found', nameKnown: false },
    'inconclusive',
    'ask',
  ],
  [
    'no name to compare with, as in Germany',
    { name: 'nothing_to_compare', nameKnown: false, register: 'not_supported', lei: 'not_found', namesAgree: null },
    'verified_partial',
    'ask',
  ],
])('%s', (_, facts, verdict, advice) => {
  expect(verdictOf(facts)).toMatchObject({ verdict, advice })
})

describe('for every combination of facts', () => {
  const facts: fc.Arbitrary<VerdictFacts> = fc.record({
    format: fc.constant('right' as const),
    vat: fc.constantFrom('registered', 'not_registered', 'not_in_vies', 'unavailable', 'not_supported'),
    register: fc.constantFrom('active', 'troubled', 'ceased', 'unclear', 'not_found', 'unavailable', 'not_supported'),
    lei: fc.constantFrom('active', 'inactive', 'not_found', 'unavailable', 'not_supported'),
    name: fc.constantFrom('same', 'similar', 'different', 'nothing_to_compare', 'not_given'),
    address: fc.constantFrom('same', 'similar', 'different', 'nothing_to_compare', 'not_given'),
    namesAgree: fc.constantFrom(true, false, null),
    nameKnown: fc.boolean(),
    nameSaysTrouble: fc.boolean(),
    screening: fc.constantFrom('clear', 'review', 'match', 'unavailable', 'not_checked', 'not_screened'),
    parents: fc.constantFrom('clear', 'review', 'match', 'unavailable', 'not_checked', 'not_screened'),
  })

  test('it is invalid only when VIES or the register says so, and never for an outage', () => {
    fc.assert(fc.property(facts, (one) => (judge(one).verdict === 'invalid') === (one.vat === 'not_registered')))
  })

  test('an outage never makes a verdict worse than a doubt', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom('vat', 'register', 'lei', 'screening', 'parents'), (one, member) => {
        const { verdict } = judge({ ...one, [member]: 'unavailable' })
        const before = judge(one).verdict
        return verdict === before || verdict === 'verified_partial' || verdict === 'inconclusive' || verdict === 'mismatch'
      }),
    )
  })

  test('nothing is verified while a source is unavailable, a doubt is open or a name is listed', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const { verdict } = judge(one)
        const open = [one.vat, one.register, one.lei, one.screening, one.parents].includes('unavailable')
        return verdict !== 'verified' || (!open && one.screening !== 'match' && one.parents !== 'match' && one.vat === 'registered')
      }),
    )
  })

  test('verified says no more than what was compared: registered, known by name, screened, and all that the caller gave is the same', () => {
    const isIn = (allowed: readonly string[], value: string) => allowed.includes(value)
    fc.assert(
      fc.property(facts, (one) => {
        if (judge(one).verdict !== 'verified') return
        expect(one).toMatchObject({ vat: 'registered', screening: 'clear', nameKnown: true })
        expect(isIn(['same', 'not_given'], one.name) && isIn(['same', 'not_given'], one.address)).toBe(true)
        expect(isIn(['active', 'troubled', 'not_supported'], one.register)).toBe(true)
        expect(isIn(['clear', 'not_screened'], one.parents) && one.namesAgree !== false).toBe(true)
      }),
    )
  })

  test('a payment is advised only for what is verified without a reason, and each reason is a sentence', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const judgement = judge(one)
        expect(judgement.advice === 'pay').toBe(judgement.verdict === 'verified' && judgement.reasons.length === 0)
        expect(recommendationOf(judgement).match(/\.(?= |$)/g)!.length).toBeGreaterThan(judgement.reasons.length)
      }),
    )
  })
})
