import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeFunctionData, encodeFunctionResult, parseAbi, toEventSelector, toFunctionSelector } from 'viem'
import { toHex, type Hex } from '../shared/bytes.ts'
import { decodeString, selectors, topics } from './abi.ts'
import type { Authorization } from './chain.ts'
import { decodeAggregate3Successes, multicall3 } from './multicall.ts'
import { encodeTransfer, transferCall } from './transfer-call.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) returns ((bool success, bytes returnData)[])',
  'function name() view returns (string)',
])

const asset: Hex = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const hexOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(toHex)
const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const signed = (signature: fc.Arbitrary<Hex>): fc.Arbitrary<Authorization> =>
  fc.record({ from: hexOf(20), to: hexOf(20), value: uint256, validAfter: uint256, validBefore: uint256, nonce: hexOf(32), signature })
const plain = signed(fc.tuple(hexOf(64), fc.constantFrom('1b', '1c')).map(([rs, v]) => `${rs}${v}` as Hex))
const contract = signed(fc.uint8Array({ minLength: 66, maxLength: 300 }).map(toHex))

function byViem({ from, to, value, validAfter, validBefore, nonce, signature }: Authorization): Hex {
  const head = [from, to, value, validAfter, validBefore, nonce] as const
  if (signature.length !== 132) return encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args: [...head, signature] })
  const r = signature.slice(0, 66) as Hex
  const s = `0x${signature.slice(66, 130)}` as const
  return encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args: [...head, Number(`0x${signature.slice(130)}`), r, s] })
}

test('selectors and topics are those of their signatures', () => {
  expect(selectors).toEqual({
    transfer: toFunctionSelector('transfer(address,uint256)'),
    transferWithAuthorization: toFunctionSelector(
      'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
    ),
    transferWithAuthorizationBytes: toFunctionSelector('transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)'),
    authorizationState: toFunctionSelector('authorizationState(address,bytes32)'),
    balanceOf: toFunctionSelector('balanceOf(address)'),
    decimals: toFunctionSelector('decimals()'),
    name: toFunctionSelector('name()'),
    version: toFunctionSelector('version()'),
    domainSeparator: toFunctionSelector('DOMAIN_SEPARATOR()'),
    eip712Domain: toFunctionSelector('eip712Domain()'),
    isValidSignature: toFunctionSelector('isValidSignature(bytes32,bytes)'),
    aggregate3: toFunctionSelector('aggregate3((address,bool,bytes)[])'),
  })
  expect(topics).toEqual({
    transfer: toEventSelector('Transfer(address,address,uint256)'),
    authorizationUsed: toEventSelector('AuthorizationUsed(address,bytes32)'),
    authorizationCanceled: toEventSelector('AuthorizationCanceled(address,bytes32)'),
    swap: toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)'),
  })
})

describe('the calldata that settles', () => {
  test('agrees with viem for plain accounts and for contract wallets', () => {
    fc.assert(
      fc.property(fc.oneof(plain, contract), (authorization) => {
        expect(encodeTransfer(authorization)).toBe(byViem(authorization))
      }),
    )
  })

  test('is a direct call to the token for one', () => {
    fc.assert(
      fc.property(plain, (authorization) => {
        expect(transferCall(asset, [authorization])).toEqual({ to: asset, data: byViem(authorization) })
      }),
    )
  })

  test('is an aggregate3 in which every call may fail for several, as viem encodes it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(plain, contract), { minLength: 2, maxLength: 12 }), (authorizations) => {
        const calls = authorizations.map((one) => ({ target: asset, allowFailure: true, callData: byViem(one) }))
        const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
        expect(transferCall(asset, authorizations)).toEqual({ to: multicall3, data })
      }),
    )
  })

  test('of no authorizations does not exist', () => expect(() => transferCall(asset, [])).toThrow(RangeError))
})

describe('what a contract returned', () => {
  const results = fc.array(fc.record({ success: fc.boolean(), returnData: fc.uint8Array({ maxLength: 70 }).map(toHex) }), {
    minLength: 1,
    maxLength: 20,
  })

  test('gives the success flags of aggregate3 as viem encodes them', () => {
    fc.assert(
      fc.property(results, (items) => {
        const data = encodeFunctionResult({ abi, functionName: 'aggregate3', result: items })
        const flags = items.map(({ success }) => success)
        expect(decodeAggregate3Successes(data, items.length)).toEqual(flags)
        expect(decodeAggregate3Successes(data, items.length + 1)).toBeNull()
        expect(decodeAggregate3Successes(data.slice(0, 66 + 64) as Hex, items.length)).toBeNull()
      }),
    )
  })

  test('gives no flags for data of another form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }).map(toHex), fc.integer({ min: 1, max: 5 }), (data, count) => {
        expect(decodeAggregate3Successes(data, count)).toBeNull()
      }),
    )
  })

  test('gives the name that a token returns', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (name) => {
        expect(decodeString(encodeFunctionResult({ abi, functionName: 'name', result: name }))).toBe(name)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }).map(toHex), (data) => {
        expect(decodeString(data)).toBeNull()
      }),
    )
  })
})
