import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../../../src/shared/bytes.ts'
import { scanCode } from './scan-code.ts'

type Instruction = { readonly opcode: number; readonly data: Uint8Array }

const push = fc
  .integer({ min: 1, max: 32 })
  .chain((width) => fc.uint8Array({ minLength: width, maxLength: width }).map((data): Instruction => ({ opcode: 0x5f + width, data })))
const other = fc
  .integer({ min: 0, max: 255 })
  .filter((opcode) => opcode < 0x60 || opcode > 0x7f)
  .map((opcode): Instruction => ({ opcode, data: new Uint8Array() }))
const program = fc.array(fc.oneof(push, other), { maxLength: 200 })

const assemble = (instructions: readonly Instruction[]) =>
  Buffer.concat(instructions.map(({ opcode, data }) => Buffer.from([opcode, ...data])))

describe('what a walk through code finds', () => {
  test('are the constants of its PUSH4 instructions, and not bytes in other data', () => {
    fc.assert(
      fc.property(program, (instructions) => {
        const pushed = instructions.filter(({ opcode }) => opcode === 0x63).map(({ data }) => toHex(data))
        expect(scanCode(assemble(instructions)).selectors).toEqual(new Set(pushed))
      }),
    )
  })

  test('includes whether it can run other code', () => {
    fc.assert(
      fc.property(program, (instructions) => {
        expect(scanCode(assemble(instructions)).delegates).toBe(instructions.some(({ opcode }) => opcode === 0xf4))
      }),
    )
  })

  test('excludes selectors inside the data of a longer PUSH', () => {
    const selectors = (code: string) => [...scanCode(fromHex(code)).selectors]
    expect(selectors('0x6340c10f19')).toEqual(['0x40c10f19'])
    expect(selectors('0x646340c10f19')).toEqual([])
    expect(selectors('0x60636340c10f19')).toEqual(['0x40c10f19'])
    expect(selectors('0x5f6340c10f19')).toEqual(['0x40c10f19'])
  })

  test('stops at the end of the code, even inside a PUSH', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (code) => {
        expect(() => scanCode(code)).not.toThrow()
      }),
    )
    expect(scanCode(fromHex('0x6340c10f')).selectors.size).toBe(0)
    expect(scanCode(new Uint8Array())).toEqual({ selectors: new Set(), delegates: false })
  })
})
