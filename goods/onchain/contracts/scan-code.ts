import type { Hex } from '../../../src/goods/kit/evm.ts'
import { toHex } from '../../../src/goods/kit/rpc.ts'

const push1 = 0x60
const push4 = 0x63
const push32 = 0x7f
const delegateCall = 0xf4

export interface CodeScan {
  /** Every 4-byte constant that the code pushes. The function selectors of its dispatcher are among them. */
  readonly selectors: ReadonlySet<Hex>
  /** The code can run other code in its own storage. */
  readonly delegates: boolean
}

/**
 * Walks EVM byte code instruction by instruction, so that the data of a PUSH is never read as code. Metadata and tables behind the
 * code hold constants too, so what is found is evidence and not proof.
 */
export function scanCode(code: Uint8Array): CodeScan {
  const selectors = new Set<Hex>()
  let delegates = false
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at] ?? 0
    if (opcode === delegateCall) delegates = true
    if (opcode < push1 || opcode > push32) continue
    const width = opcode - push1 + 1
    if (opcode === push4 && at + width < code.length) selectors.add(toHex(code.subarray(at + 1, at + 1 + width)))
    at += width
  }
  return { selectors, delegates }
}
