import { selectors } from '../../../src/chain/abi.ts'
import type { Authorization } from '../../../src/chain/chain.ts'
import { multicall3 } from '../../../src/chain/multicall.ts'
import type { Hex } from '../../../src/shared/bytes.ts'

/** A decoded call of the token. All hex is lower case. */
export type TokenCall =
  | { readonly kind: 'transferWithAuthorization'; readonly authorization: Authorization }
  | { readonly kind: 'transfer'; readonly to: Hex; readonly value: bigint }

export interface InnerCall {
  readonly target: Hex
  readonly allowFailure: boolean
  readonly data: Hex
}

/** A word of the arguments as 64 digits; throws a RangeError behind the end. */
function words(data: Hex): (byte: number) => string {
  return (byte) => {
    const digits = data.slice(10 + byte * 2, 10 + byte * 2 + 64)
    if (digits.length !== 64) throw new RangeError('calldata too short')
    return digits
  }
}

const toAddress = (digits: string): Hex => `0x${digits.slice(24)}`
const toUint = (digits: string): bigint => BigInt(`0x${digits}`)
const toLength = (digits: string): number => {
  if (!digits.startsWith('0'.repeat(56))) throw new RangeError('out of any range')
  return Number.parseInt(digits.slice(56), 16)
}

/** Reads a call of the token; null where it has no such function or can't read the arguments. */
export function decodeTokenCall(data: Hex): TokenCall | null {
  return orNull(() => {
    const word = words(data)
    switch (data.slice(0, 10)) {
      case selectors.transfer:
        return { kind: 'transfer', to: toAddress(word(0)), value: toUint(word(32)) }
      case selectors.transferWithAuthorization:
        // v, r, s; the token packs them as a wallet would.
        return {
          kind: 'transferWithAuthorization',
          authorization: { ...terms(word), signature: `0x${word(224)}${word(256)}${word(192).slice(62)}` },
        }
      case selectors.transferWithAuthorizationBytes:
        return { kind: 'transferWithAuthorization', authorization: { ...terms(word), signature: bytesAt(data, toLength(word(192))) } }
      default:
        return null
    }
  })
}

function terms(word: (byte: number) => string): Omit<Authorization, 'signature'> {
  return {
    from: toAddress(word(0)),
    to: toAddress(word(32)),
    value: toUint(word(64)),
    validAfter: toUint(word(96)),
    validBefore: toUint(word(128)),
    nonce: `0x${word(160)}`,
  }
}

/** Reads `aggregate3((address,bool,bytes)[])`; null where it is another call. */
export function decodeAggregate3(data: Hex): InnerCall[] | null {
  if (data.slice(0, 10) !== selectors.aggregate3) return null
  return orNull(() => {
    const word = words(data)
    const list = toLength(word(0)) + 32
    return Array.from({ length: toLength(word(list - 32)) }, (_, index) => {
      const item = list + toLength(word(list + index * 32))
      return {
        target: toAddress(word(item)),
        allowFailure: toUint(word(item + 32)) === 1n,
        data: bytesAt(data, item + toLength(word(item + 64))),
      }
    })
  })
}

/** The bytes whose length word is at this offset of the arguments. */
function bytesAt(data: Hex, offset: number): Hex {
  const length = toLength(words(data)(offset))
  const digits = data.slice(10 + (offset + 32) * 2, 10 + (offset + 32 + length) * 2)
  if (digits.length !== length * 2) throw new RangeError('calldata too short')
  return `0x${digits}`
}

/** The authorizations that a call would settle, alone or in a batch, as any reader of the pool sees them. */
export function authorizationsIn(asset: Hex, to: Hex | null, data: Hex): Authorization[] {
  const inner = to === multicall3.toLowerCase() ? (decodeAggregate3(data) ?? []) : [{ target: to, data }]
  return inner.flatMap((one) => {
    const call = one.target === asset.toLowerCase() ? decodeTokenCall(one.data) : null
    return call?.kind === 'transferWithAuthorization' ? [call.authorization] : []
  })
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
