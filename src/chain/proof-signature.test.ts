import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../test/support/runs.ts'
import { delegateAccount, placeContract, placeWallet } from '../../sandbox/tests/place-contract.ts'
import { fromHex, type Hex } from '../shared/bytes.ts'
import { type Chain, RpcUnreachable } from './chain.ts'
import { base, localChains, nobody } from './local-chain.fixture.ts'
import { provesPayer } from './proof-signature.ts'

const { local, chain } = localChains()

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const text = `R4nd0mChallengeId:0x${'7a'.repeat(32)}`

/** For what must be decided without asking the chain. */
const unasked: Pick<Chain, 'codes' | 'contractAccepts'> = {
  codes: () => Promise.reject(new RpcUnreachable('not to be asked')),
  contractAccepts: () => Promise.reject(new RpcUnreachable('not to be asked')),
}

/** A proof that an account claims a challenge, as wallets sign it. */
function proofOf(account: Hex, challengeId = 'R4nd0mChallengeId') {
  const types = {
    Proof: [
      { name: 'account', type: 'address' },
      { name: 'challengeId', type: 'string' },
      { name: 'realm', type: 'string' },
    ],
  } as const
  const domain = { name: 'MPP', version: '3', chainId: 8453 }
  return { domain, types, primaryType: 'Proof', message: { account, challengeId, realm: 'api.example.com' } } as const
}
const digestOf = (account: Hex, challengeId?: string) => fromHex(hashTypedData(proofOf(account, challengeId)))

/** The other signature of the same key for the same digest: s mirrored, recovery id flipped. */
function mirrored(signature: Hex): Hex {
  const s = order - BigInt(`0x${signature.slice(66, 130)}`)
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}` as Hex
}

describe('a plain account proves itself', () => {
  test('by typed data and by text, as viem signs them, without asking the chain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 80 }), async (words) => {
        const account = privateKeyToAccount(generatePrivateKey())
        const ofData = await account.signTypedData(proofOf(account.address, words))
        const ofText = await account.signMessage({ message: words })
        expect(await provesPayer(unasked, account.address, digestOf(account.address, words), ofData)).toBe(true)
        expect(await provesPayer(unasked, account.address, words, ofText)).toBe(true)
        const upper = `0x${account.address.slice(2).toUpperCase()}` as const
        expect(await provesPayer(unasked, upper, words, ofText)).toBe(true)
      }),
      { numRuns: runsOf(30) },
    )
  })

  test('for the signed message only', async () => {
    const [account, stranger] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())]
    const signature = await account.signMessage({ message: text })
    const proves = (payer: Hex, message: Uint8Array | string, of: Hex) => provesPayer(chain(base), payer, message, of)
    expect(await proves(account.address, text, signature)).toBe(true)
    expect(await proves(stranger.address, text, signature)).toBe(false)
    expect(await proves(account.address, `${text} `, signature)).toBe(false)
    expect(await proves(account.address, digestOf(account.address), signature)).toBe(false)
    expect(await proves(account.address, text, await stranger.signMessage({ message: text }))).toBe(false)
    expect(await proves(account.address, text, await account.signTypedData(proofOf(account.address)))).toBe(false)
  })

  test('by the one form of a signature that the token would take, or with v as 0 or 1', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const signature = await account.signMessage({ message: text })
    const v0: Hex = `${signature.slice(0, 130) as Hex}${signature.endsWith('1b') ? '00' : '01'}`
    expect(await provesPayer(chain(base), account.address, text, v0)).toBe(true)
    for (const other of [mirrored(signature), signature.slice(0, 130), `${signature}00`, '0x', '0xzz', '', `0x${'11'.repeat(5000)}`]) {
      expect(await provesPayer(chain(base), account.address, text, other as Hex)).toBe(false)
    }
    expect(await provesPayer(chain(base), account.address, new Uint8Array(31), signature)).toBe(false)
  })
})

describe('a contract wallet proves itself', () => {
  test('by what its ERC-1271 check accepts', async () => {
    const [owner, stranger] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())]
    const wallet = await placeWallet(local(base).rpcUrl, owner.address)
    const proof = proofOf(wallet)
    expect(await provesPayer(chain(base), wallet, digestOf(wallet), await owner.signTypedData(proof))).toBe(true)
    expect(await provesPayer(chain(base), wallet, text, await owner.signMessage({ message: text }))).toBe(true)
    expect(await provesPayer(chain(base), wallet, digestOf(wallet), await stranger.signTypedData(proof))).toBe(false)
    expect(await provesPayer(chain(base), wallet, digestOf(wallet, 'another'), await owner.signTypedData(proof))).toBe(false)
  })

  test('not when it accepts nothing, or burns all gas', async () => {
    const signature = await privateKeyToAccount(generatePrivateKey()).signMessage({ message: text })
    for (const address of [local(base).usdc, await placeContract(local(base).rpcUrl, 'gas-burner')]) {
      expect(await provesPayer(chain(base), address, text, signature)).toBe(false)
    }
  })

  test('also by its own key where it is an account with delegated code', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const stranger = privateKeyToAccount(generatePrivateKey())
    const implementation = await placeWallet(local(base).rpcUrl, stranger.address)
    await delegateAccount(local(base).rpcUrl, account.address, implementation)
    expect(await provesPayer(chain(base), account.address, text, await account.signMessage({ message: text }))).toBe(true)
    expect(await provesPayer(chain(base), account.address, text, await stranger.signMessage({ message: text }))).toBe(false)
  })
})

test('no contract is asked where there is no code', async () => {
  const plain = { ...unasked, codes: async (): Promise<Hex[]> => ['0x'] }
  expect(await provesPayer(plain, nobody, text, `0x${'11'.repeat(65)}`)).toBe(false)
})

test('a chain that does not answer is an error', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  await expect(provesPayer(unasked, account.address, text, `0x${'11'.repeat(65)}`)).rejects.toBeInstanceOf(RpcUnreachable)
})
