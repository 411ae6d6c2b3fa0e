import { expect, test } from 'vitest'
import type { Resale } from './source.ts'
import { whyOff } from './why-off.ts'
import type { SourceChoice } from './why-off.ts'

const why = (resale: Resale, choice: Partial<SourceChoice> = {}) =>
  whyOff(
    { id: 'one', name: 'One', licence: '', attribution: '', homepage: '', resale },
    { simulated: false, accepted: new Set(), disabled: new Set(), ...choice },
  )

test('live, what is open is used, what needs a contract only with one, and what may not be sold never', () => {
  expect([why('open'), why('contract'), why('no')]).toEqual([null, 'no_contract', 'not_for_resale'])
  expect(why('contract', { accepted: new Set(['one']) })).toBeNull()
  expect(why('contract', { accepted: new Set(['other']) })).toBe('no_contract')
  expect([why('contract', { accepted: 'all' }), why('no', { accepted: 'all' })]).toEqual([null, 'not_for_resale'])
})

test('the operator switches off whatever he likes', () => {
  expect(why('open', { disabled: new Set(['one']) })).toBe('switched_off')
  expect(why('contract', { accepted: 'all', disabled: new Set(['one']) })).toBe('switched_off')
})

test('in the sandbox it is a matter of stand-ins, not of terms', () => {
  expect(why('contract', { simulated: true, baseUrls: { one: 'http://127.0.0.1:1' } })).toBeNull()
  expect(why('open', { simulated: true, baseUrls: { other: 'http://127.0.0.1:1' } })).toBe('no_stand_in')
  expect(why('open', { simulated: true })).toBe('no_stand_in')
})
