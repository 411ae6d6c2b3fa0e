import { concatHex, encodeAbiParameters } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { signAuthorization } from '../../../sandbox/tests/sign-authorization.ts'
import type { Authorization } from '../../chain/chain.ts'
import { networks } from '../../chain/networks.ts'
import type { Hex } from '../../shared/bytes.ts'
import { checkSignature, sameSignature } from './payer-signature.ts'

const network = networks[0]!
const key = generatePrivateKey()
const wallet: Hex = `0x${'ca'.repeat(20)}`
const factory: Hex = `0x${'fa'.repeat(20)}`
const rs = '2d'.repeat(64)

/** A chain on which the wallet has code and takes these signatures, and no other account has any. */
function chain(taken: readonly Hex[]) {
  const asked: Hex[] = []
  return {
    network,
    asked,
    codes: async (addresses: readonly Hex[]) => addresses.map((address): Hex => (address === wallet ? '0x60' : '0x')),
    async contractAccepts(_: Hex, digest: Hex, signature: Hex) {
      expect(digest).toMatch(/^0x[0-9a-f]{64}$/)
      asked.push(signature)
      return taken.includes(signature)
    },
  }
}

const sign = (from?: Hex): Promise<Authorization> =>
  signAuthorization({
    privateKey: key,
    network: { chainId: network.chainId, usdc: network.asset, ...network.domain },
    to: wallet,
    value: 1n,
    ...(from ? { from } : {}),
  })

function wrap(signature: Hex): Hex {
  const parameters = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  return concatHex([encodeAbiParameters(parameters, [factory, '0x1234', signature]), `0x${'6492'.repeat(16)}`])
}

describe('the signature of a payer', () => {
  test('by a key is accepted without a question to the chain, with the v that the token needs', async () => {
    const signed = await sign()
    const v = Number.parseInt(signed.signature.slice(-2), 16)
    const bare = chain([])
    for (const written of [v, v - 27]) {
      const signature = `${signed.signature.slice(0, -2)}${written.toString(16).padStart(2, '0')}` as Hex
      expect(await checkSignature(bare, { ...signed, signature })).toEqual({ kind: 'signed', plain: true, signature: signed.signature })
    }
    expect(bare.asked).toEqual([])
  })

  test.each<Hex>(['0x', '0x01', `0x${'ab'.repeat(64)}`, `0x${rs}00`, `0x${rs}01`, `0x${rs}1b`, `0x${'ab'.repeat(500)}`])(
    'by a wallet comes to it in the bytes that were sent: %s',
    async (signature) => {
      const asked = chain([signature])
      const payment = { ...(await sign(wallet)), signature }
      expect(await checkSignature(asked, payment)).toEqual({ kind: 'signed', plain: false, signature })
      expect(asked.asked).toEqual([signature])
      expect(await checkSignature(chain([]), payment)).toMatchObject({ refusal: { code: 'invalid_exact_evm_signature' } })
      expect(await checkSignature(asked, { ...payment, from: privateKeyToAddress(generatePrivateKey()) })).toMatchObject({
        refusal: { code: 'invalid_exact_evm_signature' },
      })
    },
  )

  test('in an ERC-6492 wrapper is unwrapped when the wallet is deployed, and refused when it is not', async () => {
    const payment = { ...(await sign(wallet)), signature: wrap('0xabcd') }
    expect(await checkSignature(chain(['0xabcd']), payment)).toEqual({ kind: 'signed', plain: false, signature: '0xabcd' })
    expect(await checkSignature(chain([]), payment)).toMatchObject({ refusal: { code: 'invalid_exact_evm_signature' } })
    expect(await checkSignature(chain(['0xabcd']), { ...payment, from: factory })).toMatchObject({
      refusal: { code: 'eip6492_factory_not_allowed' },
    })
    const broken = { ...payment, signature: `0x${'6492'.repeat(17)}` as const }
    expect(await checkSignature(chain([broken.signature]), broken)).toMatchObject({ refusal: { code: 'invalid_exact_evm_signature' } })
  })

  test('is the same one in another encoding', () => {
    expect(sameSignature(`0x${rs}00`, `0x${rs.toUpperCase()}1B`)).toBe(true)
    expect(sameSignature(wrap('0xabcd'), '0xabcd')).toBe(true)
    expect(sameSignature(`0x${rs}1b`, `0x${rs}1c`)).toBe(false)
  })
})
