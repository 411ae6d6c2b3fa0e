import { concatHex, encodeAbiParameters, keccak256, numberToHex, padHex, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../src/shared/bytes.ts'
import { balanceSlots } from './balance-slot.ts'

const account: Hex = `0x${'ab'.repeat(20)}`
const slots = balanceSlots(account)
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })

describe('the slots in which a token may keep the balance of an account', () => {
  test.each([0n, 3n, 9n, 20n])('are those of a mapping at position %i, of Solidity and of Vyper', (position) => {
    expect(slots).toContain(keccak256(concatHex([padHex(account, { size: 32 }), word(position)])))
    expect(slots).toContain(keccak256(concatHex([word(position), padHex(account, { size: 32 })])))
  })

  test('are that of OpenZeppelin’s namespace (ERC-7201)', () => {
    const id = BigInt(keccak256(stringToHex('openzeppelin.storage.ERC20'))) - 1n
    const base = BigInt(keccak256(encodeAbiParameters([{ type: 'uint256' }], [id]))) & ~0xffn
    expect(slots).toContain(keccak256(concatHex([padHex(account, { size: 32 }), word(base)])))
  })

  test('are that of Solady, which writes the account over its seed', () => {
    expect(slots).toContain(keccak256(concatHex([account, '0x0000000000000000', '0x87a211a2'])))
  })

  test('are all different', () => {
    expect(new Set(slots).size).toBe(slots.length)
  })
})
