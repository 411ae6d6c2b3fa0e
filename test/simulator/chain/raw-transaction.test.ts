import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Hex } from '../../../src/shared/bytes.ts'
import { toHex } from '../../../src/shared/bytes.ts'
import { createKeySigner } from '../../../src/settler/signer.ts'
import { keyOf } from './chain.fixture.ts'
import { decodeTransaction } from './raw-transaction.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(toHex)
const call = {
  chainId: fc.constantFrom(1, 137, 8453, 1_187_947_933),
  nonce: fc.integer({ min: 0, max: 2 ** 40 }),
  to: bytes(20),
  data: fc.oneof(fc.uint8Array({ maxLength: 70 }), fc.uint8Array({ minLength: 200, maxLength: 70_000 })).map(toHex),
  value: fc.bigInt({ min: 0n, max: 2n ** 90n }),
  gas: fc.bigInt({ min: 0n, max: 2n ** 40n }),
}
const fee = fc.bigInt({ min: 0n, max: 2n ** 70n })

test('a transaction signed by the settler is decoded with its fields, signer and hash', async () => {
  const signer = createKeySigner(keyOf('any'))
  const fees = fc.oneof(
    fee.map((gasPrice) => ({ kind: 'legacy' as const, gasPrice })),
    fc.record({ maxFeePerGas: fee, maxPriorityFeePerGas: fee }).map((both) => ({ kind: 'eip1559' as const, ...both })),
  )
  const transactions = fc
    .record({ ...call, fees })
    .filter(({ fees }) => fees.kind === 'legacy' || fees.maxPriorityFeePerGas <= fees.maxFeePerGas)
  await fc.assert(
    fc.asyncProperty(transactions, async (transaction) => {
      const { raw, hash } = await signer.sign(transaction)
      const { fees, ...rest } = transaction
      expect(decodeTransaction(raw)).toEqual({
        ...rest,
        raw,
        hash,
        sender: signer.address,
        type: fees.kind,
        maxFeePerGas: fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas,
        maxPriorityFeePerGas: fees.kind === 'legacy' ? fees.gasPrice : fees.maxPriorityFeePerGas,
      })
    }),
    { numRuns: 60 },
  )
})

test('transactions of other wallets are decoded: a contract creation, and one valid on any chain', async () => {
  const account = privateKeyToAccount(keyOf('another'))
  const created = await account.signTransaction({
    type: 'eip1559',
    chainId: 1,
    data: '0x6000',
    gas: 1n,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
  })
  expect(decodeTransaction(created)).toMatchObject({ to: null, data: '0x6000', sender: account.address.toLowerCase() })
  const anywhere = await account.signTransaction({ type: 'legacy', to: account.address, gas: 21_000n, gasPrice: 1n })
  expect(decodeTransaction(anywhere)).toMatchObject({ chainId: null, sender: account.address.toLowerCase() })
})

test('junk is not a transaction, and a changed transaction has another signer', async () => {
  const { raw } = await createKeySigner(keyOf('any')).sign({
    chainId: 1,
    nonce: 1,
    to: keyOf('target').slice(0, 42) as Hex,
    data: '0x1234',
    value: 0n,
    gas: 1n,
    fees: { kind: 'eip1559', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
  })
  const signer = createKeySigner(keyOf('any')).address
  fc.assert(
    fc.property(fc.integer({ min: 0, max: raw.length / 2 - 2 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const altered = Buffer.from(raw.slice(2), 'hex')
      altered[at]! ^= by
      expect(decodeTransaction(toHex(altered))?.sender).not.toBe(signer)
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }).map(toHex), (junk) => {
      expect(decodeTransaction(junk)).toBeNull()
    }),
  )
})
