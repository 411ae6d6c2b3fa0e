import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../../src/chain/keccak.ts'
import { fromHex, toHex, word } from '../../../src/shared/bytes.ts'
import { delegationTarget, minimalProxyTarget, proxySlots } from './proxy-patterns.ts'

const anAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(toHex)
const eip1167 = (implementation: string) => fromHex(`0x363d3d373d3d3d363d73${implementation.slice(2)}5af43d82803e903d91602b57fd5bf3`)

describe('slots', () => {
  test.each(['implementation', 'admin', 'beacon'] as const)('EIP-1967 %s is one below the hash of its name', (name) => {
    expect(toHex(word(BigInt(toHex(keccak256(Buffer.from(`eip1967.proxy.${name}`)))) - 1n))).toBe(proxySlots[name])
  })

  test("OpenZeppelin's older slots are hashes of their names", () => {
    expect(toHex(keccak256(Buffer.from('org.zeppelinos.proxy.implementation')))).toBe(proxySlots.zeppelinosImplementation)
    expect(toHex(keccak256(Buffer.from('org.zeppelinos.proxy.admin')))).toBe(proxySlots.zeppelinosAdmin)
  })
})

describe('minimal proxies', () => {
  test('name their implementation in the code, with or without arguments after it', () => {
    fc.assert(
      fc.property(anAddress, fc.uint8Array({ maxLength: 64 }), (implementation, behind) => {
        expect(minimalProxyTarget(Buffer.concat([eip1167(implementation), behind]))).toEqual({ kind: 'eip1167', implementation })
      }),
    )
  })

  test('with PUSH0 they are ERC-7511', () => {
    const implementation = '0x00000000000000000000000000000000000000b1'
    const code = fromHex(`0x365f5f375f5f365f73${implementation.slice(2)}5af43d5f5f3e5f3d91602a57fd5bf3`)
    expect(minimalProxyTarget(code)).toEqual({ kind: 'erc7511', implementation })
  })

  test('are not confused with other code', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (code) => {
        expect(minimalProxyTarget(code)).toBeNull()
      }),
    )
    const code = eip1167('0x00000000000000000000000000000000000000b1')
    expect(minimalProxyTarget(code.subarray(0, code.length - 1))).toBeNull()
    expect(minimalProxyTarget(Buffer.concat([Buffer.from([0x5b]), code]))).toBeNull()
  })
})

test('a delegated account has exactly the prefix of EIP-7702 and an address', () => {
  fc.assert(
    fc.property(anAddress, (target) => {
      expect(delegationTarget(fromHex(`0xef0100${target.slice(2)}`))).toBe(target)
    }),
  )
  for (const code of ['0x', '0xef0100', `0xef0100${'00'.repeat(21)}`, `0xef0101${'00'.repeat(20)}`])
    expect(delegationTarget(fromHex(code))).toBeNull()
})
