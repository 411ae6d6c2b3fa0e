import fc from 'fast-check'
import { concatHex, encodeAbiParameters, hexToBigInt, numberToHex, sliceHex } from 'viem'
import { toHex, type Hex } from '../../src/shared/bytes.ts'
import { anyBytes, anyNonce, editAuthorization, oneOf, signature } from './arbitraries.ts'
import { mutation, type Change, type Mutation } from './mutation.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const bad = 'invalid_exact_evm_signature'

const vOf = (signed: Hex): number => Number(sliceHex(signed, 64))
export const withV = (signed: Hex, v: number): Hex => concatHex([sliceHex(signed, 0, 64), numberToHex(v, { size: 1 })])
export const noV = fc.oneof(fc.integer({ min: 2, max: 26 }), fc.integer({ min: 29, max: 255 }))

/** The second valid signature of the same message: s in the upper half, the other v. The token refuses it. */
function highS(signed: Hex): Hex {
  const s = numberToHex(order - hexToBigInt(sliceHex(signed, 32, 64)), { size: 32 })
  return withV(concatHex([sliceHex(signed, 0, 32), s, '0x00']), 55 - vOf(signed))
}

/** The 64-byte form of ERC-2098: the parity in the highest bit of s. */
function compact(signed: Hex): Hex {
  const parity = BigInt(vOf(signed) - 27) << 255n
  return concatHex([sliceHex(signed, 0, 32), numberToHex(hexToBigInt(sliceHex(signed, 32, 64)) | parity, { size: 32 })])
}

function flipped(signed: Hex, bit: number): Hex {
  const raw = Buffer.from(signed.slice(2), 'hex')
  raw[bit >> 3]! ^= 1 << (bit & 7)
  return toHex(raw)
}

export const wrapperEnd: Hex = `0x${'6492'.repeat(16)}`

/** A signature wrapped for a wallet that is not deployed yet (ERC-6492). */
export function wrapped(factory: Hex, calldata: Hex, inner: Hex): Hex {
  const parameters = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  return concatHex([encodeAbiParameters(parameters, [factory, calldata, inner]), wrapperEnd])
}

const wrappedBy =
  (nobody: boolean): Change =>
  (draft, { deployment: { factory, calldata } }) => {
    draft.signature = (signed) => (nobody ? wrapped(`0x${'ab'.repeat(20)}`, '0x', signed) : wrapped(factory, calldata, signed))
  }

/** Mutations of the signature of a plain account. */
export const signatureMutations: readonly Mutation[] = [
  mutation(
    'a signature of somebody else',
    'signature',
    bad,
    oneOf((draft, { stranger }) => void (draft.forger = stranger)),
  ),
  mutation(
    'a signature with a bit flipped',
    'signature',
    bad,
    fc.integer({ min: 0, max: 511 }).map((bit) => signature((signed) => flipped(signed, bit))),
  ),
  mutation('a signature with the other v', 'signature', bad, oneOf(signature((signed) => withV(signed, 55 - vOf(signed))))),
  mutation(
    'a signature with a v that is none',
    'signature',
    bad,
    noV.map((v) => signature((signed) => withV(signed, v))),
  ),
  mutation(
    'a signature over another nonce',
    ['signature', 'nonce'],
    bad,
    anyNonce.map((nonce) => editAuthorization((authorization) => void (authorization.nonce = nonce))),
  ),
  mutation(
    'a signature of random bytes',
    'signature',
    bad,
    anyBytes(65, 65).map((junk) => signature(() => junk)),
  ),
  mutation(
    'a signature of 64 bytes',
    'signature',
    bad,
    oneOf(
      signature(compact),
      signature((signed) => sliceHex(signed, 0, 64)),
    ),
  ),
  mutation(
    'a signature that breaks off',
    'signature',
    bad,
    fc.integer({ min: 1, max: 63 }).map((end) => signature((signed) => sliceHex(signed, 0, end))),
  ),
  mutation('an empty signature', 'signature', bad, oneOf(signature(() => '0x'))),
  mutation(
    'a signature with more behind it',
    'signature',
    bad,
    anyBytes(1, 200).map((more) => signature((signed) => concatHex([signed, more]))),
  ),
  mutation('a signature in upper case', 'signature', 'valid', oneOf(signature((signed) => `0x${signed.slice(2).toUpperCase()}`))),
  mutation('s in the upper half', 'signature', null, oneOf(signature(highS))),
  mutation('v of 0 or 1', 'signature', null, oneOf(signature((signed) => withV(signed, vOf(signed) - 27)))),
  mutation(
    'a plain account that wraps its signature',
    'signature',
    'eip6492_factory_not_allowed',
    oneOf(wrappedBy(true), wrappedBy(false)),
  ),
]
