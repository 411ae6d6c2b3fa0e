import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, encodeFunctionResult, parseAbi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import type { Hex } from '../../shared/bytes.ts'
import { decodeAggregate3 } from '../multicall.ts'
import {
  readCumulatives,
  readDecimals,
  readDescription,
  readLatestRound,
  readPhase,
  readRoot,
  readRoundOf,
  readSelectors,
  readToken0,
} from './contract-reads.ts'

const abi = parseAbi([
  'function description() view returns (string)',
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
  'function getRoundData(uint80) view returns (uint80, int256, uint256, uint256, uint80)',
  'function phaseAggregators(uint16) view returns (address)',
  'function latestRound() view returns (uint256)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function liquidity() view returns (uint128)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function observe(uint32[]) view returns (int56[], uint160[])',
  'function getCurrentBlockTimestamp() view returns (uint256)',
])
const multicall = parseAbi(['struct Result { bool success; bytes returnData; }', 'function aggregate3() view returns (Result[])'])

const at: Hex = '0x4200000000000000000000000000000000000006'
const digits = (data: Hex) => data.slice(2)

test('selectors are those of their signatures', () => {
  for (const item of abi) expect(readSelectors[item.name]).toBe(toFunctionSelector(item))
  expect(Object.keys(readSelectors)).toHaveLength(abi.length)
})

test('calls and answers are those of viem', () => {
  const number = fc.bigInt({ min: 0n, max: 2n ** 80n - 1n })
  fc.assert(
    fc.property(number, fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n }), number, (id, answer, updatedAt) => {
      const round = encodeFunctionResult({ abi, functionName: 'getRoundData', result: [id, answer, 1n, updatedAt, id] })
      expect(readRoundOf(at, id).data).toBe(encodeFunctionData({ abi, functionName: 'getRoundData', args: [id] }))
      expect(readLatestRound(at).decode(digits(round))).toEqual({ id, answer, updatedAt })
    }),
  )
  const cumulatives = fc.array(fc.bigInt({ min: -(2n ** 55n), max: 2n ** 55n - 1n }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(cumulatives, (ticks) => {
      const ago = ticks.map((_, index) => index * 300)
      const { args } = decodeFunctionData({ abi, data: readCumulatives(at, ago).data })
      expect(args).toEqual([ago])
      const answered = encodeFunctionResult({ abi, functionName: 'observe', result: [ticks, ticks.map(() => 7n)] })
      expect(readCumulatives(at, ago).decode(digits(answered))).toEqual(ticks)
    }),
  )
  const slot = encodeFunctionResult({ abi, functionName: 'slot0', result: [123n, -5, 1, 2, 3, 0, true] })
  expect(readRoot(at).decode(digits(slot))).toBe(123n)
  expect(readDescription(at).decode(digits(encodeFunctionResult({ abi, functionName: 'description', result: 'BTC / USD' })))).toBe(
    'BTC / USD',
  )
  expect(readDecimals(at).decode(digits(encodeFunctionResult({ abi, functionName: 'decimals', result: 8 })))).toBe(8)
  expect(readToken0(at).decode(digits(encodeFunctionResult({ abi, functionName: 'token0', result: at })))).toBe(at)
})

test('answers of any other form are null, and never an exception', () => {
  const reads = [
    readLatestRound(at),
    readCumulatives(at, [0, 1]),
    readRoot(at),
    readDecimals(at),
    readToken0(at),
    readPhase(at, 1n),
    readDescription(at),
  ]
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 900 })
  fc.assert(
    fc.property(hex, (given) => {
      for (const read of reads) if (given.length % 64 !== 0 || given.length === 0) expect(read.decode(given)).toBeNull()
    }),
  )
})

test('the answers of Multicall3 are read as viem reads them, and nothing else is', () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((given): Hex => `0x${Buffer.from(given).toString('hex')}`)
  const results = fc.array(fc.record({ success: fc.boolean(), returnData: bytes }), { maxLength: 12 })
  fc.assert(
    fc.property(results, (given) => {
      const data = encodeFunctionResult({ abi: multicall, functionName: 'aggregate3', result: given })
      expect(decodeAggregate3(data, given.length)).toEqual(given.map(({ success, returnData }) => (success ? digits(returnData) : null)))
      expect(decodeAggregate3(data, given.length + 1)).toBeNull()
      for (const cut of [2, 66, 130, data.length - 64]) {
        if (cut < data.length && given.some(({ returnData }) => returnData !== '0x')) {
          expect(() => decodeAggregate3(data.slice(0, cut) as Hex, given.length)).not.toThrow()
        }
      }
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 2_000 }), fc.nat(20), (given, count) => {
      expect(() => decodeAggregate3(`0x${given}`, count)).not.toThrow()
    }),
  )
})
