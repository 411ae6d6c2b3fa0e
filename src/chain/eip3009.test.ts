import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../test/support/runs.ts'
import { hashTypedData, recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Hex, toHex } from '../shared/bytes.ts'
import type { Authorization, Network } from './chain.ts'
import { authorizationDigest } from './eip3009.ts'
import { networks } from './networks.ts'
import { nativeSignatures, recoverPortable, recoverSigner, signedByPayer } from './recover.ts'

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const hexOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(toHex)
const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const network = fc.constantFrom(...networks)
const unsigned = fc.record({
  from: hexOf(20),
  to: hexOf(20),
  value: fc.oneof(uint256, fc.bigInt({ min: 0n, max: 10_000_000n })),
  validAfter: fc.oneof(uint256, fc.constant(0n)),
  validBefore: fc.oneof(uint256, fc.constant(1_795_230_481n)),
  nonce: hexOf(32),
})
const key = fc.bigInt({ min: 1n, max: order - 1n }).map((secret): Hex => `0x${secret.toString(16).padStart(64, '0')}`)

function typedData(on: Network, message: Omit<Authorization, 'signature'>) {
  const domain = { ...on.domain, chainId: on.chainId, verifyingContract: on.asset }
  return { domain, types, primaryType: 'TransferWithAuthorization', message } as const
}

/** The other signature of the same key for the same digest: s mirrored, recovery id flipped. */
function mirrored(signature: Hex): Hex {
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}` as Hex
}

describe('the digest of an authorization', () => {
  test('agrees with viem on every network and every value', () => {
    fc.assert(
      fc.property(network, unsigned, (on, message) => {
        expect(toHex(authorizationDigest(on, message))).toBe(hashTypedData(typedData(on, message)))
      }),
      { numRuns: runsOf(300) },
    )
  })
})

describe('the signer of a digest', () => {
  test('is recovered by the native library on this platform', () => {
    expect(nativeSignatures).toBe(process.platform === 'linux' && process.arch === 'x64')
  })

  test('agrees with viem for signatures of wallets', async () => {
    await fc.assert(
      fc.asyncProperty(network, unsigned, key, async (on, message, privateKey) => {
        const account = privateKeyToAccount(privateKey)
        const authorization = { ...message, from: account.address }
        const signature = await account.signTypedData(typedData(on, authorization))
        const digest = authorizationDigest(on, authorization)
        const oracle = (await recoverTypedDataAddress({ ...typedData(on, authorization), signature })).toLowerCase()
        expect(await recoverSigner(digest, signature)).toBe(oracle)
        expect(await recoverPortable(digest, signature)).toBe(oracle)
        expect(await signedByPayer(on, { ...authorization, signature })).toBe(true)
        expect(await signedByPayer(on, { ...authorization, value: authorization.value ^ 1n, signature })).toBe(false)
      }),
      { numRuns: runsOf(40) },
    )
  })

  test('is null when s is in the upper half, although the curve would accept it', async () => {
    await fc.assert(
      fc.asyncProperty(unsigned, key, async (message, privateKey) => {
        const on = networks[0] as Network
        const account = privateKeyToAccount(privateKey)
        const authorization = { ...message, from: account.address }
        const signature = mirrored(await account.signTypedData(typedData(on, authorization)))
        const digest = authorizationDigest(on, authorization)
        expect(await recoverPortable(digest, signature)).toBe(account.address.toLowerCase())
        expect(await recoverSigner(digest, signature)).toBeNull()
        expect(await signedByPayer(on, { ...authorization, signature })).toBe(false)
      }),
      { numRuns: runsOf(20) },
    )
  })

  test('agrees with viem on random 65 bytes, and never throws', async () => {
    const v = fc.constantFrom('1b', '1c')
    await fc.assert(
      fc.asyncProperty(hexOf(32), hexOf(64), v, async (digest, rs, recovery) => {
        const signature = `${rs}${recovery}` as Hex
        const bytes = Buffer.from(digest.slice(2), 'hex')
        const ours = await recoverSigner(bytes, signature)
        const highS = BigInt(`0x${rs.slice(66)}`) > order / 2n
        const oracle = await recoverPortable(bytes, signature).catch(() => null)
        expect(ours).toBe(highS ? null : oracle)
      }),
      { numRuns: runsOf(60) },
    )
  })

  test.each([
    ['nothing', '0x'],
    ['64 bytes', `0x${'11'.repeat(64)}`],
    ['66 bytes', `0x${'11'.repeat(65)}1b`],
    ['v of 0', `0x${'11'.repeat(64)}00`],
    ['v of 29', `0x${'11'.repeat(64)}1d`],
    ['zero r and s', `0x${'00'.repeat(64)}1b`],
    ['r beyond the order', `0x${'ff'.repeat(32)}${'11'.repeat(32)}1b`],
    ['no hex', `0x${'zz'.repeat(65)}`],
    ['characters that end in the bytes of digits', `0x${'\u0131'.repeat(128)}1b`],
    ['hex without 0x', `${'11'.repeat(65)}1b`],
  ])('is null for %s', async (_, signature) => {
    expect(await recoverSigner(new Uint8Array(32).fill(7), signature as Hex)).toBeNull()
  })
})
