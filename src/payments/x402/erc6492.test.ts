import fc from 'fast-check'
import { concatHex, encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { toHex, type Hex } from '../../shared/bytes.ts'
import { isErc6492, unwrapErc6492 } from './erc6492.ts'

const marker: Hex = `0x${'6492'.repeat(16)}`
const parameters = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
const bytes = (minLength: number, maxLength: number): fc.Arbitrary<Hex> => fc.uint8Array({ minLength, maxLength }).map(toHex)

function wrap(factory: Hex, calldata: Hex, signature: Hex): Hex {
  return concatHex([encodeAbiParameters(parameters, [factory, calldata, signature]), marker])
}

describe('an ERC-6492 wrapper', () => {
  test('is recognized by its last 32 bytes', () => {
    expect(isErc6492(`0x${'ab'.repeat(100)}${'6492'.repeat(16)}`)).toBe(true)
    expect(isErc6492(`0x${'ab'.repeat(65)}`)).toBe(false)
    expect(isErc6492(marker)).toBe(false)
  })

  test('unwraps to the signature that viem wrapped', () => {
    fc.assert(
      fc.property(bytes(20, 20), bytes(0, 300), bytes(0, 300), (factory, calldata, signature) => {
        expect(unwrapErc6492(wrap(factory, calldata, signature))).toBe(signature)
      }),
    )
  })

  test('that is cut off, or points outside of itself, gives null', () => {
    const whole = wrap(`0x${'fa'.repeat(20)}`, '0x1234', `0x${'ab'.repeat(65)}`).slice(2, -64)
    for (let length = 0; length < whole.length - 64; length += 16) {
      expect(unwrapErc6492(`0x${whole.slice(0, length)}${'6492'.repeat(16)}`)).toBeNull()
    }
    const far = 'ff'.repeat(32)
    expect(unwrapErc6492(`0x${whole.slice(0, 128)}${far}${whole.slice(192)}${'6492'.repeat(16)}`)).toBeNull()
    expect(unwrapErc6492(`0x${'ab'.repeat(65)}`)).toBeNull()
  })
})
