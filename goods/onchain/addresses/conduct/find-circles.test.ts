import { expect, test } from 'vitest'
import { usd } from '../../../../src/shared/money.ts'
import type { NetworkTransfer } from '../sanctions/mixer-dealings.ts'
import { findCircles } from './find-circles.ts'

type Noted = readonly [direction: 'in' | 'out' | 'self', counterparty: string, usdc: string]

const times = (count: number, ...noted: readonly Noted[]): Noted[] => Array.from({ length: count }, () => noted).flat()
const find = (noted: readonly Noted[]) =>
  findCircles({
    all: noted.map(([direction, counterparty, usdc], place): NetworkTransfer => ({
      network: 'eip155:8453',
      direction,
      counterparty: `0x${counterparty.padStart(40, '0')}`,
      amount: usd(usdc),
      block: BigInt(place),
      time: place,
      transaction: `0x${place.toString(16).padStart(64, '0')}`,
      logIndex: 0,
    })),
  })

test.each([
  ['nineteen payments to itself', false, times(19, ['self', 'ee', '1'])],
  ['twenty payments to itself', true, times(20, ['self', 'ee', '1'])],
  ['transfers of nothing to itself', false, times(50, ['self', 'ee', '0'])],
  ['ten payments that all came back', true, times(10, ['out', 'a1', '5'], ['in', 'a1', '5'])],
  ['ten payments, of which nine came back', false, [...times(9, ['out', 'a1', '5'], ['in', 'a1', '5']), ['out', 'a1', '5']]],
  ['payments to one and from another', false, times(30, ['out', 'a1', '5'], ['in', 'a2', '5'])],
  ['payments that came back as other amounts', false, times(30, ['out', 'a1', '5'], ['in', 'a1', '4'])],
  ['twenty circles among forty other payments', false, [...times(20, ['self', 'ee', '1']), ...times(21, ['out', 'a1', '1'])]],
] satisfies [string, boolean, Noted[]][])('%s: a circle is found: %s', (_, found, noted) => {
  expect(find(noted) !== null).toBe(found)
})

test('what was found is said with its count', () => {
  expect(find([...times(20, ['self', 'ee', '1']), ['in', 'a1', '1']])?.detail).toBe('moved USDC in a circle by 20 of its 21 transfers')
})
