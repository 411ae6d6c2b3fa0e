import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../../src/chain/keccak.ts'
import { toHex } from '../../../src/shared/bytes.ts'
import { capabilitiesIn, capabilityNames, capabilitySelectors } from './capabilities.ts'

describe('the table of capabilities', () => {
  test.each(capabilitySelectors)('$signature has the selector $selector', ({ selector, signature }) => {
    expect(toHex(keccak256(Buffer.from(signature)).subarray(0, 4))).toBe(selector)
  })

  test('names every capability, and no selector twice', () => {
    expect(new Set(capabilitySelectors.map(({ capability }) => capability))).toEqual(new Set(capabilityNames))
    expect(new Set(capabilitySelectors.map(({ selector }) => selector)).size).toBe(capabilitySelectors.length)
  })
})

test('only what is among the selectors is found', () => {
  expect(capabilitiesIn(new Set(['0x8456cb59', '0xa9059cbb']))).toEqual([
    { capability: 'pause', selector: '0x8456cb59', signature: 'pause()' },
  ])
  expect(capabilitiesIn(new Set())).toEqual([])
})
