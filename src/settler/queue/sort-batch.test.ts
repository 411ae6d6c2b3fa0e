import { describe, expect, test } from 'vitest'
import type { Hex } from '../../shared/bytes.ts'
import type { PendingSettlement } from '../settlements.ts'
import { sortBatch } from './sort-batch.ts'

const settlement = (bytes = 65, alone = false) =>
  ({ authorization: { signature: `0x${'11'.repeat(bytes)}` }, alone }) as unknown as PendingSettlement
const plain: Hex = '0x'

describe('payments that may share a transaction', () => {
  test('are those of plain accounts with 65-byte signatures', () => {
    const batch = [settlement(), settlement(), settlement()]
    expect(sortBatch(batch, [plain, plain, plain], true)).toEqual({ together: batch, alone: [], contracts: [] })
  })

  test('are never those of a payer with code, nor of an EIP-7702 account', () => {
    const batch = [settlement(), settlement(), settlement(), settlement()]
    const sorted = sortBatch(batch, [plain, '0x6001', `0xef0100${'22'.repeat(20)}`, plain], true)
    expect(sorted.contracts).toEqual([batch[1], batch[2]])
    expect(sorted.together).toEqual([batch[0], batch[3]])
  })

  test('never have a signature of any other length', () => {
    const batch = [settlement(64), settlement(66), settlement(0)]
    expect(sortBatch(batch, [plain, plain, plain], true).contracts).toEqual(batch)
  })

  test('were not in a batch that failed', () => {
    const batch = [settlement(), settlement(), settlement(65, true)]
    expect(sortBatch(batch, [plain, plain, plain], true).alone).toEqual([batch[2]])
  })

  test('a single one uses a direct call, and so do all where there is no Multicall3', () => {
    const batch = [settlement(), settlement()]
    expect(sortBatch([batch[0]!], [plain], true)).toEqual({ together: [], alone: [batch[0]], contracts: [] })
    expect(sortBatch(batch, [plain, plain], false)).toEqual({ together: [], alone: batch, contracts: [] })
  })
})
