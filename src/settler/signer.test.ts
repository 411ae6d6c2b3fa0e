import fc from 'fast-check'
import { parseTransaction, recoverTransactionAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../test/support/runs.ts'
import type { Hex } from '../shared/bytes.ts'
import { toHex } from '../shared/bytes.ts'
import { createKeySigner } from './signer.ts'
import type { UnsignedTransaction } from './transaction/unsigned-transaction.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((array) => toHex(array))
const key = bytes(32).filter((hex) => BigInt(hex) > 0n && BigInt(hex) < 2n ** 255n)
const wei = fc.bigInt({ min: 0n, max: 10n ** 20n })
const fees = fc.oneof(
  fc.record({ kind: fc.constant('legacy' as const), gasPrice: wei }),
  fc.record({ kind: fc.constant('eip1559' as const), maxFeePerGas: wei.map((fee) => fee + 10n ** 20n), maxPriorityFeePerGas: wei }),
)
const transaction: fc.Arbitrary<UnsignedTransaction> = fc.record({
  chainId: fc.constantFrom(1, 10, 137, 8453, 42161, 1187947933),
  nonce: fc.nat(),
  to: bytes(20),
  // Around the lengths at which RLP changes its form, and as long as a full batch.
  data: fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((array) => toHex(array)),
    fc
      .constantFrom(1, 54, 55, 56, 57, 255, 256, 48_000, 70_000)
      .chain((length) => fc.integer({ min: 0, max: 255 }).map((byte) => toHex(new Uint8Array(length).fill(byte)))),
  ),
  value: wei,
  gas: fc.bigInt({ min: 21_000n, max: 16_000_000n }),
  fees,
})

function asViem({ fees: { kind: type, ...prices }, ...call }: UnsignedTransaction) {
  return { ...call, type, ...prices } as Parameters<ReturnType<typeof privateKeyToAccount>['signTransaction']>[0]
}

describe('a key signer', () => {
  test('signs byte for byte as viem does, legacy and EIP-1559', async () => {
    await fc.assert(
      fc.asyncProperty(key, transaction, async (privateKey, unsigned) => {
        const account = privateKeyToAccount(privateKey)
        const { raw } = await createKeySigner(privateKey).sign(unsigned)
        expect(raw).toBe(await account.signTransaction(asViem(unsigned)))
      }),
      { numRuns: runsOf(60) },
    )
  })

  test('gives the address that the signature recovers to, in lower case', async () => {
    await fc.assert(
      fc.asyncProperty(key, transaction, async (privateKey, unsigned) => {
        const signer = createKeySigner(privateKey)
        const { raw } = await signer.sign(unsigned)
        const recovered = await recoverTransactionAddress({ serializedTransaction: raw as never })
        expect(recovered.toLowerCase()).toBe(signer.address)
        expect(parseTransaction(raw).nonce ?? 0).toBe(unsigned.nonce)
      }),
      { numRuns: runsOf(30) },
    )
  })

  test.each(['0x', '0x1234', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`, `0x${'zz'.repeat(32)}`, 'secret'])(
    'refuses %s without repeating it',
    (text) => {
      const attempt = () => createKeySigner(text as Hex)
      expect(attempt).toThrow(RangeError)
      if (text.length > 4) expect(attempt).not.toThrow(text)
    },
  )

  test('shows its key in no property', () => {
    const privateKey = `0x${'11'.repeat(32)}` as const
    expect(JSON.stringify(createKeySigner(privateKey))).not.toContain('1111')
  })
})
