import { describe, expect, test } from 'vitest'
import { createKeySigner } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'
import { openRefundWallet } from './open-refunds.ts'

const key = (digit: number): Hex => `0x${String(digit).repeat(64)}`
const addressOf = (digit: number) => createKeySigner(key(digit)).address
const payTo = addressOf(9)
const config = {
  refundKey: key(1),
  refundAfterHours: 24,
  refundPerDay: 5_000_000n,
  refundPerPayerPerDay: 1_000_000n,
  signerKeys: [key(2)],
  signerKeysRetiring: [key(3)],
  remoteSigners: [{ kind: 'web3signer', place: 'http://127.0.0.1:1', address: addressOf(4) }],
} as const

describe('the wallet for refunds', () => {
  test('is an account of its own', () => {
    expect(openRefundWallet(config, payTo, [key(5)])?.address).toBe(addressOf(1))
    expect(openRefundWallet({ ...config, refundKey: null }, payTo, [])).toBeNull()
  })

  test.each([
    ['one of SIGNER_KEY', 2, /one of SIGNER_KEY or REMOTE_SIGNERS/],
    ['one that retires', 3, /one of SIGNER_KEY_RETIRING/],
    ['a remote one', 4, /one of SIGNER_KEY or REMOTE_SIGNERS/],
    ["the sandbox's", 5, /one of SIGNER_KEY or REMOTE_SIGNERS/],
    ['the payee', 9, /the key of PAY_TO/],
  ])('is not %s', (_, digit, why) => {
    expect(() => openRefundWallet({ ...config, refundKey: key(digit) }, payTo, [key(5)])).toThrow(why)
  })
})
