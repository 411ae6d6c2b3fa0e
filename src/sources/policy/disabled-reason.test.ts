import { expect, test } from 'vitest'
import type { Resale } from './source.ts'
import { disabledReason } from './disabled-reason.ts'
import type { SourceChoice } from './disabled-reason.ts'

const why = (resale: Resale, choice: Partial<SourceChoice> = {}) =>
  disabledReason(
    { id: 'one', name: 'One', licence: '', attribution: '', homepage: '', resale },
    { simulated: false, accepted: new Set(), disabled: new Set(), ...choice },
  )

test('live uses open sources, contract sources only with a contract, and never sources that forbid resale', () => {
  expect([why('open'), why('contract'), why('no')]).toEqual([null, 'no_contract', 'not_for_resale'])
  expect(why('contract', { accepted: new Set(['one']) })).toBeNull()
  expect(why('contract', { accepted: new Set(['other']) })).toBe('no_contract')
  expect([why('contract', { accepted: 'all' }), why('no', { accepted: 'all' })]).toEqual([null, 'not_for_resale'])
})

test('the operator can switch off any source', () => {
  expect(why('open', { disabled: new Set(['one']) })).toBe('switched_off')
  expect(why('contract', { accepted: 'all', disabled: new Set(['one']) })).toBe('switched_off')
})

test('the sandbox uses the sources that it simulates, whatever their terms', () => {
  expect(why('contract', { simulated: true, baseUrls: { one: 'http://127.0.0.1:1' } })).toBeNull()
  expect(why('open', { simulated: true, baseUrls: { other: 'http://127.0.0.1:1' } })).toBe('no_stand_in')
  expect(why('open', { simulated: true })).toBe('no_stand_in')
})
