import { expect, test } from 'vitest'
import type { WalletTransfer } from '../history/wallet-history.ts'
import { zeroAddress } from '../../../src/chain/known/known-addresses.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { counterpartiesOf, mergeCounterparties, spreadOf } from './counterparties.ts'
import { counterparty } from './wallet-notes.fixture.ts'

const [alice, bob]: Hex[] = [`0x${'a1'.repeat(20)}`, `0x${'b0'.repeat(20)}`]
const pool: Hex = '0xd96f2b1c14db8458374d9aca76e26c3d18364307'
const transfer = (direction: WalletTransfer['direction'], other: Hex, amount: bigint): WalletTransfer => ({
  direction,
  counterparty: other,
  amount,
  block: 1n,
  time: 1,
  transaction: '0x',
  logIndex: 0,
})

test('each counterparty counts once, with what it sent and got', () => {
  const found = counterpartiesOf('eip155:8453', [transfer('in', alice!, 5n), transfer('out', alice!, 3n), transfer('out', bob!, 1n)])
  expect(found).toEqual([
    { address: alice, networks: ['eip155:8453'], transfers: 2, received: 5n, sent: 3n, mixer: false },
    { address: bob, networks: ['eip155:8453'], transfers: 1, received: 0n, sent: 1n, mixer: false },
  ])
})

test('transfers to itself, transfers of nothing, mints and burns do not count', () => {
  const none = [transfer('self', alice!, 5n), transfer('out', bob!, 0n), transfer('in', bob!, 0n), transfer('in', zeroAddress, 9n)]
  expect(counterpartiesOf('eip155:8453', none)).toEqual([])
})

test('a mixer is recognised on its own networks', () => {
  expect(counterpartiesOf('eip155:1', [transfer('out', pool, 1n)])).toMatchObject([{ mixer: true }])
  expect(counterpartiesOf('eip155:8453', [transfer('out', pool, 1n)])).toMatchObject([{ mixer: false }])
})

test('the same address on several networks is one, and the largest counterparty comes first', () => {
  const merged = mergeCounterparties([[counterparty('small', '1'), counterparty('both', '2')], [counterparty('both', '3')]])
  expect(merged).toMatchObject([{ sent: 5_000_000n, transfers: 2 }, { sent: 1_000_000n }])
  const elsewhere = { ...counterparty('both', '1'), networks: ['eip155:10' as const] }
  expect(mergeCounterparties([[counterparty('both', '2')], [elsewhere]])[0]!.networks).toEqual(['eip155:8453', 'eip155:10'])
})

test('spread is 0 with one counterparty, and nearer to 1 with more equal ones', () => {
  expect(spreadOf([])).toBeNull()
  expect(spreadOf([counterparty('a', '7')])).toEqual({ largestShare: 1, spread: 0 })
  expect(spreadOf([counterparty('a', '5'), counterparty('b', '5')])).toEqual({ largestShare: 0.5, spread: 0.5 })
  const many = Array.from({ length: 20 }, (_, index) => counterparty(`n${index}`, '1'))
  expect(spreadOf(many)!.spread).toBeCloseTo(0.95)
  expect(spreadOf([counterparty('a', '99'), counterparty('b', '1')])!.spread).toBeLessThan(0.02)
})
